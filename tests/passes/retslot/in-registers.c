/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-retslot" } */

/* What is returned in registers needs no place. */
struct two { long a, b; };
struct two pair (int);
long f (int i) { struct two t; t = pair (1); return i ? t.a : t.b; }

/* { dg-final { scan-tree-dump {t = pair \(1\);} "retslot" } } */
/* { dg-final { scan-tree-dump-not "return slot" "retslot" } } */

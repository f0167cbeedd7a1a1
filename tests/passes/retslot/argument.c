/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-retslot" } */

/* Not what is handed over. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big more (struct big);
long f (int i) { struct big b = make (1); b = more (b); return b.a[i]; }

/* { dg-final { scan-tree-dump {b = more \(b\);} "retslot" } } */
/* { dg-final { scan-tree-dump-not "more \\(b\\); .return slot" "retslot" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-retslot" } */

/* Not what everybody knows of. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big g;
void f (void) { g = make (1); }

/* { dg-final { scan-tree-dump {g = make \(1\);} "retslot" } } */
/* { dg-final { scan-tree-dump-not "return slot" "retslot" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-retslot" } */

/* Not what the function may read. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
void f (void) { struct big b; use (&b); b = make (1); use (&b); }

/* { dg-final { scan-tree-dump "b = make \\(1\\);" "retslot" } } */
/* { dg-final { scan-tree-dump-not "return slot" "retslot" } } */

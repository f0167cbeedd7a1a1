/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-retslot -fno-tree-sra" } */

/* So is what is assigned and nobody knows of. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
long f (int i) { struct big b; b.a[1] = 2; b = make (1); return b.a[i]; }

/* { dg-final { scan-tree-dump "b = make \\(1\\); .return slot optimization." "retslot" } } */

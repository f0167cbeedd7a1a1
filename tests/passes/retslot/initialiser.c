/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-retslot" } */

/* What is initialised by a call is written by it. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
void f (void) { struct big b = make (1); use (&b); }

/* { dg-final { scan-tree-dump "b = make \\(1\\); .return slot optimization." "retslot" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-retslot" } */

/* A part of a variable is as good. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
long f (int i) { struct { int n; struct big b; } v; v.n = i; v.b = make (1); return v.b.a[v.n]; }

/* { dg-final { scan-tree-dump "v.b = make \\(1\\); .return slot optimization." "retslot" } } */

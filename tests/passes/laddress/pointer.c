/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-laddress" } */

/* Through a pointer, the pointer is added to. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);
void f (struct s *p, int i, int j) { use (&p->a[i][j]); }

/* { dg-final { scan-tree-dump "= p_\[0-9\]+\\(D\\) \\+ _\[0-9\]+;" "laddress" } } */

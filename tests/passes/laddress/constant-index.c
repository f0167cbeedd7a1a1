/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-laddress" } */

/* What is constant stays an address. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);
void f (struct s *p) { use (&p->d[3].w); }

/* { dg-final { scan-tree-dump "&p_\[0-9\]+\\(D\\)->d\\\[3\\\].w" "laddress" } } */

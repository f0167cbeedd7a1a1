/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-laddress" } */

/* Where it cannot, it is added afterwards. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);
void f (int j) { use (&g.d[j].q + 1); }

/* { dg-final { scan-tree-dump "\\* 16;" "laddress" } } */
/* { dg-final { scan-tree-dump-not "&g.d\\\[j" "laddress" } } */

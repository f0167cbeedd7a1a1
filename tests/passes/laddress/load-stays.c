/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-laddress" } */

/* A load from there is no address. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);
int f (int i) { return a[i]; }

/* { dg-final { scan-tree-dump "= a\\\[i_\[0-9\]+\\(D\\)\\\];" "laddress" } } */

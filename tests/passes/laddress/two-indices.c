/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-laddress" } */

/* The factor that two indices share stands outside. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);
void f (int i, int j) { use (&g.a[i][j]); }

/* { dg-final { scan-tree-dump "_\[0-9\]+ = _\[0-9\]+ \\* 20;" "laddress" } } */
/* { dg-final { scan-tree-dump "_\[0-9\]+ = _\[0-9\]+ \\* 4;" "laddress" } } */
/* { dg-final { scan-tree-dump "= &g \\+ _\[0-9\]+;" "laddress" } } */

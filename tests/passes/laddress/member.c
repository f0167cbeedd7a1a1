/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-laddress" } */

/* What is in front of the array counts as elements if it can. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);
void f (int j) { use (&g.d[j].w); }

/* { dg-final { scan-tree-dump "_\[0-9\]+ \\+ 51;" "laddress" } } */
/* { dg-final { scan-tree-dump "_\[0-9\]+ \\* 16;" "laddress" } } */

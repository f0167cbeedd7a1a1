/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-laddress" } */

/* An index of the type of sizes is used as it is. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);
void f (unsigned long i) { use (&a[i]); }

/* { dg-final { scan-tree-dump "_\[0-9\]+ = i_\[0-9\]+\\(D\\) \\* 4;" "laddress" } } */

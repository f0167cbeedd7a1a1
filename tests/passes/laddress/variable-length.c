/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-laddress" } */

/* Of an array whose length is known at run time only, too. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);
void f (int n, int i) { int v[n]; use (v); use (&v[i]); }

/* { dg-final { scan-tree-dump {v\.1_[0-9]+ \+ _} "laddress" } } */
/* { dg-final { scan-tree-dump-not "&\\(\\*v" "laddress" } } */

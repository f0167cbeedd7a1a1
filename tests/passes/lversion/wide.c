/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lversion-details" } */

/* What is wider than all that scalar code moves at once gains nothing. */
typedef struct { char a[128]; } narrow;
typedef struct { char a[129]; } wide;
void f (narrow *x, narrow *y, int s, int n) { for (int i = 0; i < n; i++) x[i * s] = *y; }
void g (wide *x, wide *y, int s, int n) { for (int i = 0; i < n; i++) x[i * s] = *y; }

/* { dg-final { scan-tree-dump-times "optimized: versioned" 1 "lversion" } } */

/* A number where it is not zero, and else zero, is the number; early, two names that are equal are not looked at. The arm
   that goes is named. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt1" } */

int f (int n) { int r = 0; if (n != 0) r = n; return r; }
int g (int a, int b) { if (a == b) a = b; return a; }
int *h (int *p) { int *q; if (p == 0) q = 0; else q = p; return q; }
double d (double a) { if (a == 0.0) a = 0.0; return a; }

/* { dg-final { scan-tree-dump-times "Removing basic block 3\n" 2 "phiopt1" } } */
/* { dg-final { scan-tree-dump "return n_\[0-9\]+\\(D\\);" "phiopt1" } } */
/* { dg-final { scan-tree-dump-times " = PHI <" 2 "phiopt1" } } */

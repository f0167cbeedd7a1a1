/* { dg-do compile } */
/* { dg-options "-O2 -fsignaling-nans -fdump-tree-optimized" } */

/* Numbers with a sign are subtracted or added without it. */
double less (double x) { double t = -2.5; return x + t; }
/* { dg-final { scan-tree-dump "x_\[0-9\]*.D. - 2.5" "optimized" } } */
double more (double x) { double t = -3.5; return x - t; }
/* { dg-final { scan-tree-dump "x_\[0-9\]*.D. \\+ 3.5" "optimized" } } */

/* Of zeros that are added one after the other the first that may change a zero's sign counts. */
double f1 (double a) { return (a + 0.0) + 0.0; }
double f2 (double a) { double t = a + 0.0; return t - 0.0; }
double f3 (double a) { double t = a - 0.0; return t + 0.0; }
double f4 (double a) { double t = a - (-0.0); return t + (-0.0); }
/* { dg-final { scan-tree-dump-times "a_\[0-9\]*.D. \\+ 0.0;" 4 "optimized" } } */
double g1 (double b) { return (b - 0.0) - 0.0; }
double g2 (double b) { double t = b + (-0.0); return t + (-0.0); }
/* { dg-final { scan-tree-dump-times "b_\[0-9\]*.D. - 0.0;" 2 "optimized" } } */
/* { dg-final { scan-tree-dump-times " \[+-\] 0.0;" 6 "optimized" } } */

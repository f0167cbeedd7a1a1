/* { dg-do compile } */
/* { dg-options "-O2 -ffast-math -fdump-tree-reassoc1-details -fdump-tree-optimized" } */

/* Powers of floating-point numbers are calls until sincos makes products of them.  */

double f (double x, double y)
{
  return x * x * x * x * y * y * y * y;
}

/* { dg-final { scan-tree-dump "Building __builtin_pow call for \\(x_\[0-9\]+\\(D\\) \\* y_\[0-9\]+\\(D\\)\\)\\^4" "reassoc1" } } */
/* { dg-final { scan-tree-dump "__builtin_powi \\(reassocpow_\[0-9\]+, 4\\);" "reassoc1" } } */
/* { dg-final { scan-tree-dump-times " \\* " 3 "optimized" } } */

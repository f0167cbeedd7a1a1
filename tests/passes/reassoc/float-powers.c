/* { dg-do compile } */
/* { dg-options "-O2 -ffast-math -fdump-tree-reassoc1-details -fdump-tree-optimized" } */

/* Powers of floating-point numbers are calls until sincos makes products of them.  */

double f (double x, double y)
{
  return x * x * x * x * y * y * y * y;
}

float single (float x)
{
  return x * x * x * x * x * x;
}

long double quad (long double x)
{
  return x * x * x * x * x;
}

/* { dg-final { scan-tree-dump "Building __builtin_pow call for \\(x_\[0-9\]+\\(D\\) \\* y_\[0-9\]+\\(D\\)\\)\\^4" "reassoc1" } } */
/* { dg-final { scan-tree-dump "__builtin_powi \\(reassocpow_\[0-9\]+, 4\\);" "reassoc1" } } */
/* { dg-final { scan-tree-dump "__builtin_powif \\(x_\[0-9\]+\\(D\\), 6\\);" "reassoc1" } } */
/* { dg-final { scan-tree-dump "__builtin_powil \\(x_\[0-9\]+\\(D\\), 5\\);" "reassoc1" } } */
/* { dg-final { scan-tree-dump-times " \\* " 9 "optimized" } } */

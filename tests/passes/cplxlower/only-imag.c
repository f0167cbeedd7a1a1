/* { dg-do compile } */
/* { dg-options "-O2 -fno-signed-zeros -fdump-tree-cplxlower1" } */

/* Nor does one without a real part take more; the product of two of them is real. */
_Complex double f (double a, double b)
{
  _Complex double x = __builtin_complex (0.0, a), y = __builtin_complex (0.0, b);
  return x * y;
}

/* { dg-final { scan-tree-dump-times " \\* " 1 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times "= -_\[0-9\]+;" 1 "cplxlower1" } } */

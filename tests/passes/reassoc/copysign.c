/* { dg-do run } */
/* { dg-options "-Ofast -fdump-tree-reassoc1-details" } */

/* A constant factor goes into the number whose sign is another's... */
__attribute__ ((noipa)) double f (double x, double y)
{
  return x * ((1.0 / 16) * __builtin_copysign (4.0, y));
}

/* ...and a negative one out of it. */
__attribute__ ((noipa)) float g (float x)
{
  return -7.5f * __builtin_copysignf (2.0f, x);
}

/* Not where the number is used besides. */
double seen;
__attribute__ ((noipa)) double h (double x)
{
  double number = __builtin_copysign (2.0, x);
  seen = number;
  return 7.5 * number;
}

int main (void)
{
  if (f (3, -1) != -0.75 || f (3, 0.5) != 0.75 || g (1) != -15 || g (-2) != 15 || h (-1) != -15)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "Optimizing copysign" 2 "reassoc1" } } */
/* { dg-final { scan-tree-dump "COPYSIGN \\(2.0e\\+0, x_\[0-9\]*\\(D\\)\\) into -COPYSIGN \\(-1.5e\\+1, x_" "reassoc1" } } */
/* { dg-final { scan-tree-dump "__builtin_copysign \\(2.5e-1, y_" "reassoc1" } } */

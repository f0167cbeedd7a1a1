/* { dg-do run } */
/* { dg-options "-O2 -freciprocal-math" } */

/* Powers of two come out as they would by divisions. */
__attribute__ ((noipa)) void f (double *x, double m, int c)
{
  double q = m * m;
  x[0] = x[0] / m; x[1] = x[1] / q;
  if (c) { x[2] = x[2] / m; x[3] = 1 / m; } else x[2] = x[2] / q;
  x[4] = x[4] / m; x[5] = -x[5] / m;
}
int main (void)
{
  double x[6] = { 1, 2, 3, 4, 5, 6 }, y[6] = { 1, 2, 3, 4, 5, 6 };
  f (x, 2, 1);
  f (y, -4, 0);
  if (x[0] != .5 || x[1] != .5 || x[2] != 1.5 || x[3] != .5 || x[4] != 2.5 || x[5] != -3) __builtin_abort ();
  if (y[0] != -.25 || y[1] != .125 || y[2] != 3. / 16 || y[3] != 4 || y[4] != -1.25 || y[5] != 1.5) __builtin_abort ();
  return 0;
}


/* { dg-do run } */
/* { dg-options "-O2 -fno-builtin-sincos" } */

/* Values are the library's, or nearer. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);

__attribute__ ((noipa)) double both (double x) { return sin (x) * 2 + cos (x); }
__attribute__ ((noipa)) double below (double x, int c) { double s = sin (x); if (c) s += cos (x); return s; }
__attribute__ ((noipa)) double powers (double x) { return pow (x, 2.0) + pow (x, -1.0) + pow (x, 1.0) + pow (x, 0.0); }
__attribute__ ((noipa)) double many (double x) { return __builtin_powi (x, 300) + __builtin_powi (x, -7) + __builtin_powi (x, 77); }
int main (void)
{
  if (both (0.0) != 1 || below (0.0, 1) != 1 || below (0.0, 0) != 0)
    __builtin_abort ();
  if (powers (4.0) != 16 + 0.25 + 4 + 1 || many (1.0) != 3 || many (-1.0) != 1 - 1 - 1)
    __builtin_abort ();
  return 0;
}


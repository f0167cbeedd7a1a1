/* Complex arithmetic, part by part: both parts, one part, infinities, integers, comparisons, loops, memory. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

static void show (const char *what, _Complex double z)
{
  printf ("%s", what);
  for (int i = 0; i < 2; i++)
    {
      double part = i ? __imag__ z : __real__ z;
      if (isnan (part))
        printf (" nan");
      else
        printf (" %g", part);
    }
  printf ("\n");
}

__attribute__ ((noipa)) static _Complex double mul (_Complex double a, _Complex double b) { return a * b; }
__attribute__ ((noipa)) static _Complex double square (_Complex double a) { return a * a; }
__attribute__ ((noipa)) static _Complex double quotient (_Complex double a, _Complex double b) { return a / b; }
__attribute__ ((noipa)) static _Complex float mulf (_Complex float a, _Complex float b) { return a * b; }
__attribute__ ((noipa)) static _Complex float quotientf (_Complex float a, _Complex float b) { return a / b; }
__attribute__ ((noipa)) static _Complex double real (_Complex double a, double b) { _Complex double x = b; return a * x + x; }
__attribute__ ((noipa)) static _Complex double imag (double a, double b) { _Complex double x = a * 1.0i, y = b * 1.0i; return x * y - x; }
__attribute__ ((noipa)) static _Complex int muli (_Complex int a, _Complex int b) { return a * b; }
__attribute__ ((noipa)) static _Complex int quotienti (_Complex int a, _Complex int b) { return a / b; }
__attribute__ ((noipa)) static _Complex unsigned char narrow (_Complex unsigned char a, _Complex unsigned char b) { return a * b + ~a - b; }
__attribute__ ((noipa)) static int same (_Complex double a, _Complex double b) { return (a == b) + 2 * (a != b); }

__attribute__ ((noipa)) static _Complex double sum (const _Complex double *p, int n)
{
  _Complex double s = 0, t = 1;
  for (int i = 0; i < n; i++)
    {
      if (p[i] == 2.0)
        continue;
      s += p[i];
      t = i & 1 ? t * p[i] : -~t;
    }
  return s - t;
}

__attribute__ ((noipa)) static void update (_Complex double *p, volatile _Complex double *q)
{
  *p = *p - *q;
  *q = *q * 2;
}

__attribute__ ((noipa)) static _Complex double unset (int c, _Complex double y)
{
  _Complex double x;
  if (c)
    x = y * 3;
  return c ? x + 1 : y;
}

int main (void)
{
  static volatile const double values[] = { 0.0, -1.5, 2.0, INFINITY, -INFINITY, NAN };
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++)
      {
        _Complex double x = __builtin_complex (values[a], values[b]);
        _Complex double y = __builtin_complex (values[b], values[5 - a]);
        show ("mul", mul (x, y));
        show ("square", square (x));
        show ("quotient", quotient (x, y));
        show ("mulf", mulf (x, y));
        show ("quotientf", quotientf (y, x));
        printf ("%d %d\n", same (x, y), same (x, x));
      }
  show ("real", real (1.0 + 2.0i, 3.0));
  show ("imag", imag (3.0, 4.0));
  _Complex int i = muli (3 + 4i, 5 - 6i), j = quotienti (30 - 41i, 2 + 3i), k = quotienti (30 - 41i, 7 + 3i);
  printf ("%d %d %d %d %d %d\n", __real__ i, __imag__ i, __real__ j, __imag__ j, __real__ k, __imag__ k);
  _Complex unsigned char n = narrow (200 + 3i, 7 + 250i);
  printf ("%d %d\n", __real__ n, __imag__ n);
  _Complex double all[] = { 1.0 + 1.0i, 2.0, -3.0i, 0.5 - 2.0i, 4.0 };
  show ("sum", sum (all, 5));
  volatile _Complex double q = 2.0 - 3.0i;
  update (&all[1], &q);
  show ("update", all[1]);
  show ("q", q);
  show ("unset", unset (1, 1.0i));
  show ("unset", unset (0, 1.0i));
  return 0;
}

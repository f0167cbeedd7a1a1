/* What the dominator pass replaces, folds and threads computes the same as before. */
#include <stdio.h>

static int calls;
__attribute__ ((noinline)) static int
count (int n)
{
  calls = calls * 3 + n;
  return calls & 255;
}

/* Equal to a constant, through a conversion and a sum. */
__attribute__ ((noinline)) static int
derived (unsigned char c, int *sum)
{
  int s = c + 4;
  *sum = s;
  if (s == 9)
    return c * 11 + count (c);
  return s;
}

/* 0 and -0 are equal, and told apart. */
__attribute__ ((noinline)) static double
sign (double x)
{
  if (x == 0)
    return 1 / x;
  return x;
}

/* Neither comparison follows from the other when there are NaNs. */
__attribute__ ((noinline)) static int
ordered (double a, double b)
{
  int r = 0;
  if (!(a < b))
    {
      r = count (1);
      if (a >= b)
	r += count (2);
    }
  else if (a <= b)
    r += count (3);
  return r;
}

/* Loads over stores that may, and may not, touch what is loaded. */
__attribute__ ((noinline)) static int
loads (int *p, int *q, float *r)
{
  int a = *p;
  *r = 2.5f;
  int b = *p;
  *q = a + b + 1;
  return *p + b;
}

/* A store of what is there, and one of what has been there. */
__attribute__ ((noinline)) static int
stores (int *p, int *q)
{
  int a = *p;
  *p = a;
  *q = 77;
  *p = a;
  return *p + *q;
}

/* Through joiners, in a loop, and out of a switch. */
__attribute__ ((noinline)) static int
threads (double a, double b, int y, int n)
{
  int state = 0, r = 0;
  for (int i = 0; i < n; i++)
    {
      if (a < b)
	r += count (i);
      if (y & 1)
	r ^= count (7);
      else
	r += 2;
      if (a < b)
	r += 5;
      switch (state)
	{
	case 0: state = 2; r += count (10); break;
	case 1: state = 0; r -= count (11); break;
	case 2: state = y > i; r ^= count (12); break;
	default: return -1;
	}
      a += 0.5;
    }
  return r + state;
}

/* Names that are equal stand for each other; what a loop counts does not. */
__attribute__ ((noinline)) static int
equal (int a, int b, int n)
{
  int r = 0;
  for (int i = 0; i < n; i++)
    {
      if (i == a)
	r += i * b + (a ^ i);
      if (a - b == 0)
	r += (a ^ b) + (a | b);
    }
  return r;
}

int
main (void)
{
  int sum, x = 3, y = 4, same = 9;
  float z;
  for (int c = 0; c < 9; c++)
    printf ("%d %d\n", derived ((unsigned char) c, &sum), sum);
  printf ("%g %g %g\n", sign (0.0), sign (-0.0), sign (2.0));
  double nan = __builtin_nan ("");
  printf ("%d %d %d %d\n", ordered (1, 2), ordered (2, 1), ordered (nan, 1), ordered (1, 1));
  printf ("%d %d %d\n", loads (&x, &y, &z), loads (&same, &same, &z), y);
  printf ("%d %d\n", stores (&x, &y), stores (&same, &same));
  for (int n = 0; n < 9; n++)
    printf ("%d %d %d\n", threads (0, n / 2.0, n, n), threads (n, 1, n * 5, 6), threads (nan, n, n, 4));
  printf ("%d %d %d\n", equal (3, 3, 6), equal (2, 5, 4), equal (-1, -1, 2));
  printf ("%d\n", calls);
  return 0;
}

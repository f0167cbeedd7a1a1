/* What is known of values by tests, casts, loops and arithmetic must hold at the limits of their types. */

#include <limits.h>
#include <stdio.h>

#define NOINLINE __attribute__ ((noinline))

NOINLINE int
casts (int a)
{
  int r = 0;
  if ((unsigned char) a > 200)
    r |= (signed char) a < 0 ? 1 : 2;
  if (a > -5 && a < 5)
    r |= (unsigned) a > 4u ? 4 : 8;
  if ((short) a >= 100)
    r |= (unsigned short) a < 100 ? 16 : 32;
  if ((unsigned) a - 10u < 20u)
    r |= a >= 10 && a < 30 ? 64 : 128;
  return r;
}

NOINLINE unsigned
wrapping (unsigned a)
{
  unsigned r = 0;
  if (a >= UINT_MAX - 2)
    r += a + 5 < 10 ? 1 : 2;
  if (a < 3)
    r += a - 5 > 1000 ? 4 : 8;
  if (a * 2 < 10)
    r += a < 5 ? 16 : 32;
  if (-a < 7)
    r += a == 0 ? 64 : a > UINT_MAX - 7 ? 128 : 256;
  return r;
}

NOINLINE int
division (int a, int b)
{
  int r = 0;
  if (b > 0)
    r = a % b < 0 ? 1 : 2;
  if (a >= 0)
    r += a / 16 + a % 8;
  else
    r += a / 16 - a % 8;
  if (b < 0 && b > -20 && a > -1000 && a < 1000)
    r += a / b > 999 ? 1000 : a / b;
  return r;
}

NOINLINE long
bits (long a, unsigned char b)
{
  long r = 0;
  if (a >= 0 && a < 64)
    r = (a & 63) + (a | 128);
  if (a < 0 && a > -17)
    r = (a | -16) + (a & -16) * 3;
  r += (b & 0x1f0) + (b ^ 0x80) + ((b | 0x100) & 0xff);
  return r + (a >> 63 << 1) + (b >> 7);
}

NOINLINE int
counters (int n)
{
  int sum = 0, down = 10;
  unsigned wrap = UINT_MAX - 3;
  signed char c = 120;
  for (int i = 3; i <= n; i += 3)
    {
      sum += i < 3 ? 1000 : i > 30 ? 7 : 1;
      down -= 2;
      sum += down < -5 ? 10 : 0;
      wrap++;
      if (wrap == 0)
        sum += 100;
      c++;
      if (c < 0)
        sum += 10000;
    }
  return sum;
}

NOINLINE int
exits (const int *p, int n)
{
  int i, j = -1;
  for (i = 0; i != n; i++)
    {
      if (p[i] < 0)
        break;
      j = i;
    }
  return i == n ? j : -i - 2;
}

NOINLINE int
chosen (unsigned a, int b)
{
  switch (a & 5)
    {
    case 0: b = -1; break;
    case 1: b = a > 1; break;
    case 2: b = 1000; break;
    case 4: b = b > 0 ? b : -b; break;
    case 9: b = 2000; break;
    }
  return b < -1 ? 3000 : b;
}

NOINLINE int
least (int a, int b)
{
  int m = a < b ? a : b, n = a > b ? a : b;
  if (m > 10)
    return n > 10 ? 1 : 2;
  if (n < -10)
    return m < -10 ? 3 : 4;
  return n >= m ? 5 : 6;
}

NOINLINE int
magnitude (int a)
{
  if (a > 0)
    return a - 1 < 0 ? 1 : __builtin_abs (a) - 1;
  if (a == INT_MIN)
    return 2;
  return -__builtin_abs (a) == a ? 3 : 4;
}

NOINLINE int
pointers (int *p, int *q, long n)
{
  int r = 0;
  if (p)
    {
      *p += 1;
      r = p + n ? 1 : 2;
    }
  if (q == p)
    r += q ? *q : 10;
  else if (!q)
    r += 20;
  return r;
}

NOINLINE int
shifts (int a, unsigned n)
{
  if (n > 31)
    return 0;
  int r = (1u << n) > 0 ? 1 : 2;
  if (a > 0 && a < 8 && n < 4)
    r += a << n;
  return r + (a >> n < 0 ? 8 : 0) + ((unsigned) a >> n > 7 ? 16 : 0);
}

int
main (void)
{
  static const int values[] = { INT_MIN, INT_MIN + 1, -65536, -32769, -32768, -300, -129, -128, -56, -20, -17, -16, -8,
                                -5, -4, -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 29, 30, 31, 63, 64, 99, 100, 127,
                                128, 200, 201, 255, 256, 32767, 32768, 65535, 65536, INT_MAX - 1, INT_MAX };
  int n = sizeof values / sizeof *values, one = 41, two = 7;
  for (int i = 0; i < n; i++)
    {
      int a = values[i];
      printf ("%d: %d %u %d %ld %d |", a, casts (a), wrapping (a), magnitude (a), bits (a, (unsigned char) (a * 37u)),
              chosen (a, a == INT_MIN ? 0 : a));
      for (int j = 0; j < n; j += 4)
        if (values[j] && (values[j] != -1 || a != INT_MIN))
          printf (" %d %d %d", division (a, values[j]), least (a, values[j]), shifts (a, values[j]));
      printf ("\n");
    }
  for (int k = 0; k < 60; k += 7)
    printf ("%d ", counters (k));
  printf ("\n%d %d %d\n", exits (values + 17, 10), exits (values + 12, 10), exits (values + 20, 0));
  printf ("%d %d %d %d\n", pointers (&one, &two, 3), pointers (&one, &one, 0), pointers (0, 0, 0), pointers (0, &two, 5));
  return 0;
}

/* A machine without faults notices nothing: all kinds of operands, loops, values and jumps.  */
/* { dg-do run } */
/* { dg-options "-O2 -fharden-compares -fharden-conditional-branches" } */

#define F __attribute__ ((noipa))

F int ints (int a, unsigned b) { return (a < 3) + 2 * (b >= 7u) + 4 * (a == 5); }
F int longs (long a, signed char b) { return (a > b) + 2 * (b != 3); }
F int pointers (int *a, int *b) { return (a < b) + 2 * !a; }
F int doubles (double a, double b) { return (a == b) + 2 * (a != b) + 4 * (a < b) + 8 * (a != a); }
F int floats (float a) { return a == 1.5f; }
F int wide (__int128 a, __int128 b) { return (a < b) + 2 * (a == b) + 4 * (a > b); }
F int quad (long double a, long double b) { return (a == b) + 2 * (a != b); }
F int bools (_Bool a, _Bool b) { return a == b; }

F int
sum (const int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (p[i] != 4)
      s += p[i] > 2 ? p[i] : -1;
  return s;
}

F int
cases (int a)
{
  switch (a)
    {
    case 1: return 7;
    case 5: return sum (&a, 1);
    default: return 0;
    }
}

int
main (void)
{
  int v[] = { 1, 2, 3, 4, 5, 6 };
  __int128 big = (__int128) 1 << 90;
  double nan = __builtin_nan ("");
  if (ints (2, 9) != 3 || ints (5, 1) != 4 || longs (9, 3) != 1 || longs (-9, 4) != 2)
    return 1;
  if (pointers (v, v + 1) != 1 || pointers (v + 1, v) != 0 || pointers (0, v) != 3)
    return 2;
  if (doubles (1, 1) != 1 || doubles (1, 2) != 6 || doubles (nan, 1) != 10 || floats (1.5f) != 1)
    return 3;
  if (wide (big, big + 1) != 1 || wide (big, big) != 2 || wide (1, -big) != 4)
    return 4;
  if (quad (1.25L, 1.25L) != 1 || quad (1.25L, nan) != 2 || bools (1, 0) || !bools (1, 1))
    return 5;
  if (sum (v, 6) != 12 || cases (1) != 7 || cases (5) != 5 || cases (3))
    return 6;
  return 0;
}

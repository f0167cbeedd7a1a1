/* Choices between neighbouring numbers, by all comparisons.  */
#include <stdio.h>

#define CHOICE(name, type, op, x, y) \
  __attribute__ ((noinline)) int name (type a, type b) { int r; if (a op b) r = x; else r = y; return r; }
#define ALL(type, s) \
  CHOICE (eq##s, type, ==, 7, 8) CHOICE (ne##s, type, !=, 7, 8) CHOICE (lt##s, type, <, -1, 0) CHOICE (le##s, type, <=, 4, 3) \
  CHOICE (gt##s, type, >, 1, 0) CHOICE (ge##s, type, >=, 0, 1)

ALL (int, i) ALL (unsigned, u) ALL (long, l) ALL (unsigned long, ul) ALL (signed char, c) ALL (double, d)

__attribute__ ((noinline)) int before (int a, int b)
{
  int r = 5;
  if (a > b)
    r = 6;
  return r * a;
}

__attribute__ ((noinline)) int constant (int a)
{
  int r = a == 100 ? 3 : 2;
  return r + (a < 5 ? 12 : 13) + (a > -3 ? -7 : -8);
}

#define SHOW(s, v) \
  for (int i = 0; i < 4; i++) \
    for (int j = 0; j < 4; j++) \
      printf ("%d%d%d%d%d%d ", eq##s (v[i], v[j]), ne##s (v[i], v[j]), lt##s (v[i], v[j]), le##s (v[i], v[j]), gt##s (v[i], v[j]), ge##s (v[i], v[j])); \
  puts ("");

int main (void)
{
  long v[] = { 0, 1, -1, 0x80000000 };
  double d[] = { 0.0, -0.0, 1.5, __builtin_nan ("") };
  SHOW (i, v) SHOW (u, v) SHOW (l, v) SHOW (ul, v) SHOW (c, v) SHOW (d, d)
  for (int i = -4; i < 8; i++)
    printf ("%d %d ", before (i, 2), constant (i));
  printf ("%d\n", constant (100));
  return 0;
}

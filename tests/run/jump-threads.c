/* Branches that are decided by how control came to them: by what was tested before, by arguments of φs, by switches, in
   loops. Limits of types, wrapping and signs must not be mixed up. */

#include <limits.h>
#include <stdio.h>

#define NOINLINE __attribute__ ((noinline))

NOINLINE int
twice (int a, int b)
{
  int r = 0;
  if (a && b)
    r += 1;
  if (a)
    r += 2;
  if (a == b)
    r += 4;
  return r;
}

NOINLINE int
wraps (unsigned a)
{
  if (a > 10)
    return a + 5 > 20 ? 1 : 2;
  return a - 11 > 20 ? 3 : 4;
}

NOINLINE int
narrow (int a)
{
  if (a > 300)
    return (unsigned char) a > 44 ? 1 : 2;
  if ((signed char) a < 0)
    return a < 0 ? 3 : 4;
  return 5;
}

NOINLINE int
sign (int a, unsigned b)
{
  if ((int) b < 0)
    return b > 5 ? 1 : 2;
  if (a < 0)
    return (unsigned) a > b ? 3 : 4;
  return a < INT_MAX ? 5 : 6;
}

NOINLINE int
states (const char *s)
{
  int state = 0, count = 0;
  for (; *s; s++)
    switch (state)
      {
      case 0:
        if (*s == '"')
          state = 1;
        else if (*s == '\'')
          state = 2;
        else
          count++;
        break;
      case 1:
        if (*s == '\\')
          state = 3;
        else if (*s == '"')
          state = 0;
        break;
      case 2:
        if (*s == '\'')
          state = 0;
        break;
      case 3:
        state = 1;
        break;
      }
  return count * 10 + state;
}

NOINLINE int
chosen (int a)
{
  int kind;
  if (a < 10)
    kind = 2;
  else if (a < 20)
    kind = 7;
  else
    kind = a;
  switch (kind)
    {
    case 2: return 20 + kind;
    case 5 ... 9: return 50 + kind;
    case 30: return 300;
    default: return kind;
    }
}

NOINLINE int
carried (int n)
{
  int first = 1, last = 0, sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (first)
        {
          first = 0;
          sum += 100;
        }
      else if (last == i - 1)
        sum++;
      last = i;
    }
  return first ? -1 : sum;
}

NOINLINE int
through (int *p, int c)
{
  int x = 0;
  if (c)
    x = *p;
  else if (!p)
    return -1;
  return p ? x + 1 : -2;
}

NOINLINE int
exits (const int *p, int n)
{
  int i, found = 0, at = -1;
  for (i = 0; i < n; i++)
    if (p[i] == 3)
      {
        found = 1;
        at = i;
        break;
      }
  if (found)
    return at;
  return at - n;
}

NOINLINE int
names (int a, int b)
{
  int x = a < 0 ? -1 : a > 0;
  int y = x + b;
  if (x == 0)
    return b;
  if (x < 0)
    return y * 3;
  return y * 5;
}

int
main (void)
{
  static const int some[] = { 1, 2, 3, 4 };
  int values[] = { INT_MIN, INT_MIN + 1, -300, -129, -128, -1, 0, 1, 9, 10, 11, 19, 20, 30, 127, 128, 255, 256,
                   300, 301, 511, 512, INT_MAX - 1, INT_MAX };
  int n = sizeof values / sizeof *values, k = 7;
  for (int i = 0; i < n; i++)
    {
      int a = values[i];
      printf ("%d:", a);
      for (int j = 0; j < n; j += 5)
        printf (" %d %d", twice (a, values[j]), sign (a, values[j]));
      printf (" | %d %d %d %d\n", wraps (a), narrow (a), chosen (a), names (a % 4, 2));
    }
  printf ("%d %d %d\n", states ("ab\"c\\\"d\"e"), states ("'\"'x\"\\"), states (""));
  printf ("%d %d %d\n", carried (0), carried (1), carried (10));
  printf ("%d %d %d\n", through (&k, 1), through (&k, 0), through (0, 0));
  printf ("%d %d\n", exits (some, 4), exits (some, 2));
  return 0;
}

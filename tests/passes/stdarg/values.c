/* Arguments of every kind arrive, on every way and in loops.  */
/* { dg-do run } */
/* { dg-options "-O2" } */

#include <stdarg.h>

struct small { char c[3]; };
struct pair { double d; int i; };
struct large { long a[5]; };

static int
sum (const char *kinds, ...)
{
  va_list ap, copy;
  long s = 0;
  va_start (ap, kinds);
  va_copy (copy, ap);
  for (; *kinds; kinds++)
    switch (*kinds)
      {
      case 'i': s += va_arg (ap, int); break;
      case 'd': s += va_arg (ap, double); break;
      case 'D': s += va_arg (ap, long double); break;
      case 's': s += va_arg (ap, struct small).c[2]; break;
      case 'p': { struct pair p = va_arg (ap, struct pair); s += p.d + p.i; break; }
      case 'l': s += va_arg (ap, struct large).a[4]; break;
      case 'u': va_arg (ap, struct large); break;
      case 'x': s += (long) (va_arg (ap, __int128) >> 64); break;
      }
  va_end (ap);
  s += 1000 * va_arg (copy, int);
  va_end (copy);
  return s;
}

static int
nested (int n, ...)
{
  va_list ap;
  int total = 0;
  va_start (ap, n);
  while (n-- > 0)
    if (va_arg (ap, int))
      total += va_arg (ap, int) + va_arg (ap, int);
    else
      total -= *va_arg (ap, int *);
  va_end (ap);
  return total;
}

int
main (void)
{
  struct small s = { { 1, 2, 3 } };
  struct pair p = { 4.5, 6 };
  struct large l = { { 1, 2, 3, 4, 500 } };
  int five = 5;
  if (sum ("isdDplxuiDx", 7, s, 1.5, 2.0L, p, l, (__int128) 3 << 64, l, 8, 9.0L, (__int128) 1 << 65)
      != 7000 + 7 + 3 + 1 + 2 + 10 + 500 + 3 + 8 + 9 + 2)
    __builtin_abort ();
  if (nested (3, 1, 10, 20, 0, &five, 1, 3, 4) != 10 + 20 - 5 + 7)
    __builtin_abort ();
  return 0;
}

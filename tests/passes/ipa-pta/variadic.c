/* { dg-do run } */
/* { dg-options "-O2 -fipa-pta -fno-ipa-modref -fdump-ipa-pta2" } */
/* Arguments that are not named, and structures. */
#include <stdarg.h>
extern void abort (void);
struct pair { int *a, *b; };
static void __attribute__ ((noinline)) all (int n, ...)
{
  va_list list;
  va_start (list, n);
  while (n--)
    *va_arg (list, int *) = n;
  va_end (list);
}
static struct pair __attribute__ ((noinline)) make (int *a, int *b) { struct pair p = { a, b }; return p; }
int main (void)
{
  int x = 9, y = 9, z = 9;
  all (2, &x, &y);
  struct pair p = make (&z, &x);
  *p.a = 4;
  if (x != 1 || y != 0 || z != 4) abort ();
  *p.b = 6;
  if (x != 6) abort ();
  return 0;
}

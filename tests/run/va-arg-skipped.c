/* Arguments a program passes over, empty ones among them. */
#include <stdarg.h>
#include <stdio.h>

struct empty { char x[0]; };
struct odd { char x[9]; };

static int last (int n, ...)
{
  va_list ap;
  va_start (ap, n);
  va_arg (ap, struct empty);
  va_arg (ap, int);
  va_arg (ap, double);
  va_arg (ap, struct odd);
  va_arg (ap, __int128);
  struct empty none = va_arg (ap, struct empty);
  int r = va_arg (ap, int) + sizeof none;
  va_end (ap);
  return r;
}

int main (void)
{
  struct empty none;
  struct odd odd = { "12345678" };
  printf ("%d\n", last (1, none, 2, 3.0, odd, (__int128) 4, none, 5));
  return 0;
}

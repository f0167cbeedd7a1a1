/* Functions that end with a call: the frame is gone when what they call runs.  */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#define N __attribute__ ((noinline, noclone))

/* Each calls the other last.  */
N int odd (unsigned n);
N int even (unsigned n) { if (n == 0) return 1; return odd (n - 1); }
N int odd (unsigned n) { if (n == 0) return 0; return even (n - 1); }

N long eight (long a, long b, long c, long d, long e, long f, long g, long h) { return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h; }
N long turned (long a, long b, long c, long d, long e, long f, long g, long h) { return eight (h, g, f, e, d, c, b, a); }
N long kept (long a, long b, long c)
{
  long x = eight (a, b, c, a, b, c, a, b), y = eight (b, c, a, b, c, a, b, c), z = eight (x, y, a, b, c, x, y, a);
  return eight (x, y, z, a, b, c, x + y, y + z);
}
N long pick (long (*p) (long, long, long, long, long, long, long, long), long a)
{
  long x = eight (a, a, 1, 1, 1, 1, 1, 1), y = eight (x, a, 2, 2, 2, 2, 2, 2);
  return p (x, y, a, 1, 2, 3, 4, 5);
}
N double mixed (double a, long b, float c) { return a * b - c; }
N double swaps (float a, long b, double c) { return mixed (c, b + 1, a); }
struct pair { long a; double b; };
N struct pair make (long a, double b) { struct pair p = { a, b }; return p; }
N struct pair remake (double b, long a) { return make (a, b); }
struct large { long a[5]; };
N struct large fill (long x) { struct large l = { { x, x + 1, x + 2, x + 3, x + 4 } }; return l; }
N struct large refill (long x) { return fill (x * 2); }
N long sum (struct large l) { return l.a[0] + l.a[1] + l.a[2] + l.a[3] + l.a[4]; }
N long sums (long x) { struct large l = fill (x); return sum (l); }
N long on_stack (long a, long b, long c, long d, long e, long f, long g, long h, long i) { return a + b + c + d + e + f + g + h + 100 * i; }
N long nine (long a) { return on_stack (a, 1, 2, 3, 4, 5, 6, 7, a); }
N long from_stack (long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) { return eight (i, j, a, b, c, d, e, f); }
N signed char low (int x) { return x; }
N unsigned char as_unsigned (int x) { return low (x); }
N int promoted (int x) { return low (x); }
N unsigned truncated (long x) { return eight (x, 0, 0, 0, 0, 0, 0, 0); }
N unsigned word (int x) { return promoted (x); }
N long read (const int *p) { return *p; }
N long of_local (int x) { int a[4] = { x, x + 1, x + 2, x + 3 }; return read (a + (x & 3)); }
N long of_parameter (int x) { return read (&x); }
N long of_dead (int x) { { int a[4] = { x }; x += read (a); } return promoted (x); }
N int print (const char *format, va_list ap) { char text[50]; int n = vsnprintf (text, sizeof text, format, ap); fputs (text, stdout); return n; }
N int variadic (const char *format, ...) { va_list ap; va_start (ap, format); int n = print (format, ap); va_end (ap); return n; }
N int formats (int a, double b) { return variadic ("%d %g\n", a, b); }
N void *copies (void *to, const void *from, size_t n) { return memcpy (to, from, n); }
N long vla (int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; return read (a + n - 1); }
N long big_frame (long x) { volatile char room[5000]; room[x] = 3; room[4999 - x] = 4; long a = eight (x, room[x], 0, 0, 0, 0, 0, 0); long b = eight (a, x, 1, 1, 1, 1, 1, 1); return eight (a, b, x, room[4999 - x], 1, 2, 3, 4); }
N long several (int k, long x)
{
  switch (k)
    {
    case 0: return eight (x, 1, 1, 1, 1, 1, 1, 1);
    case 1: return turned (x, 1, 1, 1, 1, 1, 1, 2);
    case 2: return kept (x, 2, 3);
    case 3: x += kept (x, 1, 1); return promoted (x);
    case 4: return x;
    default: return kept (x, x, k) + 1;
    }
}
static long nested (long x) { N long inner (long y) { return y ? x + y : 0; } return inner (x + 1); }

int
main (void)
{
  printf ("%d %d\n", even (2000), odd (2001));
  printf ("%ld %ld %ld %ld\n", turned (1, 2, 3, 4, 5, 6, 7, 8), kept (1, 2, 3), pick (eight, 7), pick (turned, 7));
  struct pair p = remake (2.5, 7);
  struct large l = refill (10);
  printf ("%g %ld %g %ld %ld\n", swaps (1.5f, 4, 2.25), p.a, p.b, l.a[4], sums (3));
  printf ("%ld %ld %d %d %u %u\n", nine (9), from_stack (1, 2, 3, 4, 5, 6, 7, 8, 9, 10), as_unsigned (-1), promoted (200), truncated (-3), word (-7));
  printf ("%ld %ld %ld %d\n", of_local (6), of_parameter (8), of_dead (5), formats (4, 0.5));
  char text[8] = "";
  printf ("%s %ld %ld %ld\n", (char *) copies (text, "abcdefg", 7), vla (9), big_frame (100), nested (5));
  for (int i = 0; i < 6; i++)
    printf ("%ld ", several (i, 5));
  printf ("\n");
  return 0;
}

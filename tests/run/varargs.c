/* Variable arguments: calls with every class, and functions that read them. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct large { long v[4]; };

static long sum(int n, ...) {
  va_list ap;
  long s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++)
    s = s * 2 + va_arg(ap, int);
  va_end(ap);
  return s;
}

static double mixed(const char *kinds, ...) {
  va_list ap, again;
  double s = 0;
  va_start(ap, kinds);
  va_copy(again, ap);
  for (const char *k = kinds; *k; k++) {
    switch (*k) {
    case 'i': s += va_arg(ap, int); break;
    case 'l': s += va_arg(ap, long); break;
    case 'd': s += va_arg(ap, double); break;
    case 's': s += strlen(va_arg(ap, char *)); break;
    case 'p': { struct point p = va_arg(ap, struct point); s += p.x * p.y; break; }
    case 'b': { struct large b = va_arg(ap, struct large); s += b.v[0] + b.v[3]; break; }
    }
  }
  if (kinds[0] == 'i')
    s += va_arg(again, int) * 1000;
  va_end(again);
  va_end(ap);
  return s;
}

static int format(char *out, int size, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  int n = vsnprintf(out, size, fmt, ap);
  va_end(ap);
  return n;
}

int main(void) {
  struct point p = {3, 4};
  struct large b = {{1, 2, 3, 4}};
  char text[64];
  printf("%ld %ld\n", sum(3, 1, 2, 3), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  printf("%g\n", mixed("ildspb", 1, 2l, 3.5, "four", p, b));
  printf("%g\n", mixed("dddddddddddi", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12));
  printf("%g\n", mixed("ipdpbl", 7, p, 0.25, p, b, 1l << 33));
  int n = format(text, sizeof text, "%d-%s-%c-%05.2f", 42, "str", 'z', 3.14159);
  printf("%d %s\n", n, text);
  printf("%hhd %hd %lld %x %o %p\n", (char)65, (short)-2, -1ll, 255u, 8u, (void *)0);
  return 0;
}

/* What sprintf and snprintf return, where the compiler may know: numbers at the ends of their types, flags, widths and
   precisions, strings that are cut, formats with a NUL inside. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define APART __attribute__((noinline, noclone))

static char buf[512];

static APART int ints(int i) { return sprintf(buf, "%d", i); }
static APART int signs(int i) { return sprintf(buf, "%+d|% d|%-8d|%08d|%.0d|%.12d", i, i, i, i, i, i); }
static APART int bases(unsigned u) { return sprintf(buf, "%x|%#x|%o|%#o|%X|%#.5o|%#.2x", u, u, u, u, u, u, u); }
static APART int narrow(int i) { return sprintf(buf, "%hhd|%hhu|%hd|%hu|%hhx", i, i, i, i, i); }
static APART int longs(long l) { return sprintf(buf, "%ld|%lu|%lx|%zu|%jd|%td", l, l, l, l, l, l); }
static APART int bytes(unsigned char c) { return sprintf(buf, "%d|%c|%x|%hhd", c, 'a' + c % 26, c, c); }
static APART int between(int i) {
  if (i < -3 || i > 12)
    return -1;
  return sprintf(buf, "%d|%u", i, i);
}
static APART int strings(const char *s) { return snprintf(buf, 6, "%s|%.3s|%10s", s, s, s); }
static APART int doubles(double d) { return snprintf(0, 0, "%f|%e|%g|%.2f", d, d, d, d); }
static APART int constant(void) { return sprintf(buf, "%s|%5d|%-5d|%c|%%|%.2s", "abc", 42, -42, 'x', "hello"); }
static APART int inner(void) { return sprintf(buf, "abc\0def%d", 1); }
static APART int asked(void) { return snprintf(NULL, 0, "%#x %i", 255, -17); }
static APART int grown(int i) { int n = sprintf(buf, "%d", i); return n > 11 ? 1000 : n < 1 ? 2000 : n * 10 + (int)strlen(buf); }
static APART int array(int i) {
  char a[8];
  a[0] = 'a' + i; a[1] = 0;
  return sprintf(buf, "<%s>", a);
}

int main(void) {
  static const int all[] = {0, 1, -1, 9, 10, -10, 99, 100, 127, 128, 255, 256, -128, -129, 65535, INT_MAX, INT_MIN};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    int v = all[i];
    printf("%d: %d", v, ints(v));
    printf(" %d %s", signs(v), buf);
    printf(" %d %s", bases(v), buf);
    printf(" %d %s", narrow(v), buf);
    printf(" %d %s", bytes(v), buf);
    printf(" %d %d\n", between(v), grown(v));
  }
  printf("%d %s\n", longs(LONG_MIN), buf);
  printf("%d %s\n", longs(LONG_MAX), buf);
  printf("%d %s\n", strings("hello"), buf);
  printf("%d %s\n", strings(""), buf);
  printf("%d %d %d\n", doubles(0.0), doubles(-1.7976931348623157e308), doubles(1.0 / 0.0));
  printf("%d %s\n", constant(), buf);
  printf("%d %s\n", inner(), buf);
  printf("%d %d\n", asked(), array(3));
  return 0;
}

/* Division and remainder: truncation towards zero, powers of two, constants, extreme values. */
#include <limits.h>
#include <stdio.h>

static int values[] = {INT_MIN, INT_MIN + 1, -1000, -17, -8, -7, -1, 0, 1, 7, 8, 9, 1000, INT_MAX};

static int div_by(int a, int b) { return a / b; }
static int mod_by(int a, int b) { return a % b; }

int main(void) {
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    int v = values[i];
    unsigned u = v;
    printf("%d: %d %d %d %d %d %d | %d %d %d %d\n", v, v / 2, v % 2, v / 8, v % 8, v / 10, v % 10,
           v / -4, v % -4, v / 7, v % 7);
    printf("  %u %u %u %u %u %u\n", u / 2, u % 2, u / 10, u % 10, u / 7, u % 7);
    long l = (long)v * 1000003;
    printf("  %ld %ld %ld %ld\n", l / 10, l % 10, l / 4096, l % 4096);
  }
  printf("%d %d %d\n", div_by(INT_MIN, 2), div_by(-7, 2), div_by(7, -2));
  printf("%d %d %d\n", mod_by(INT_MIN, 3), mod_by(-7, 2), mod_by(7, -2));
  printf("%ld %lu\n", LONG_MIN / 3, ULONG_MAX / 3);
  return 0;
}

/* Short circuits, conditional expressions, comma, comparisons as values, order of effects. */
#include <stdio.h>

static int calls;
static int t(int x) { calls = calls * 10 + x; return 1; }
static int f(int x) { calls = calls * 10 + x; return 0; }

static int mixed(int a, int b, int c) { return (a && b) || (!c && (a || b)) ? a < b : b >= c; }
static int max3(int a, int b, int c) { return a > b ? a > c ? a : c : b > c ? b : c; }
static int sign(long x) { return (x > 0) - (x < 0); }
static int absolute(int x) { return x < 0 ? -x : x; }

int main(void) {
  int r = (t(1) && f(2) && t(3)) || (t(4), f(5)) || t(6);
  printf("%d %d\n", r, calls);
  for (int i = 0; i < 8; i++)
    printf("%d", mixed(i & 1, i >> 1 & 1, i >> 2));
  printf("\n%d %d %d\n", max3(1, 2, 3), max3(3, 1, 2), max3(2, 3, 1));
  printf("%d %d %d %d\n", sign(-5), sign(0), sign(1l << 40), absolute(-9));
  int x = 3;
  x = (x += 2, x * 2);
  x += x == 10 ? 7 : -7;
  printf("%d\n", x);
  unsigned u = 1;
  printf("%d %d %d\n", -1 < 1, -1 < u, (short)-1 < (unsigned short)1);
  printf("%d %d\n", !!x, !x + ~x);
  void *p = &x;
  printf("%d %d\n", p && *(int *)p, !p || x);
  printf("%d\n", x ?: 7);
  return 0;
}

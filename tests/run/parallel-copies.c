/* Phis that form cycles and chains: swaps, rotations, copies that must not be lost. */
#include <stdio.h>

static int rotate3(int n, int a, int b, int c) {
  while (n-- > 0) {
    int t = a;
    a = b;
    b = c;
    c = t;
  }
  return a * 100 + b * 10 + c;
}

/* A cycle of three and a chain that leaves it. */
static int cycle_and_chain(int n) {
  int a = 1, b = 2, c = 3, d = 4, e = 5;
  do {
    int t = a;
    e = d;
    d = a;
    a = b;
    b = c;
    c = t;
  } while (--n > 0);
  return (((a * 10 + b) * 10 + c) * 10 + d) * 10 + e;
}

static int two_swaps(int n) {
  int a = 1, b = 2, c = 3, d = 4, t;
  for (int i = 0; i < n; i++) {
    t = a, a = b, b = t;
    if (i % 3 == 0)
      t = c, c = d, d = t;
    else
      t = a, a = c, c = t;
  }
  return ((a * 10 + b) * 10 + c) * 10 + d;
}

static double float_swap(int n, double x, double y) {
  while (n--) {
    double t = x;
    x = y;
    y = t;
  }
  return x * 2 + y;
}

static int fibonacci(int n) {
  int a = 0, b = 1;
  while (n--) {
    int s = a + b;
    a = b;
    b = s;
  }
  return a;
}

/* Used after the loop: the value before the last step. */
static int lost(int n) {
  int i = 0, before = -1, before2 = -2;
  while (i < n) {
    before2 = before;
    before = i;
    i += 2;
  }
  return i * 10000 + before * 100 + before2;
}

int main(void) {
  for (int n = 0; n < 5; n++)
    printf("%d %d %d %g %d %d\n", rotate3(n, 1, 2, 3), cycle_and_chain(n), two_swaps(n),
           float_swap(n, 1.5, 4), fibonacci(n * 7), lost(n * 3));
  return 0;
}

/* What loops keep from one iteration for later ones, for every number of iterations. */

/* { dg-do run } */
/* { dg-options "-O3" } */

#define SIZE 64

int a[SIZE], b[SIZE], c[SIZE];

__attribute__ ((noinline)) static void set (void) {
  for (int i = 0; i < SIZE; i++) {
    a[i] = i * 7 % 11;
    b[i] = i * 5 % 13;
    c[i] = -1;
  }
}

__attribute__ ((noinline)) static unsigned sum (const int *p) {
  unsigned s = 0;
  for (int i = 0; i < SIZE; i++) s = s * 31 + (unsigned) p[i];
  return s;
}

/* The same with memory that nothing is kept of. */
#define AT(p, i) (*(volatile int *) &(p)[i])

__attribute__ ((noinline)) static void loads (int n) {
  for (int i = 1; i < n; i++) c[i] = a[i + 1] + 2 * a[i] - a[i - 1];
}
__attribute__ ((noinline)) static void loads_again (int n) {
  for (int i = 1; i < n; i++) AT (c, i) = AT (a, i + 1) + 2 * AT (a, i) - AT (a, i - 1);
}

__attribute__ ((noinline)) static void stored (int n) {
  for (int i = 2; i < n; i++) c[i] = (c[i - 1] + 3 * c[i - 2]) & 0xffff;
}
__attribute__ ((noinline)) static void stored_again (int n) {
  for (int i = 2; i < n; i++) AT (c, i) = (AT (c, i - 1) + 3 * AT (c, i - 2)) & 0xffff;
}

__attribute__ ((noinline)) static void overwritten (int n, int x, int y) {
  for (int i = 0; i < n; i++) {
    c[i] = x;
    c[i + 1] = i;
    c[i + 3] = y;
  }
}
__attribute__ ((noinline)) static void overwritten_again (int n, int x, int y) {
  for (int i = 0; i < n; i++) {
    AT (c, i) = x;
    AT (c, i + 1) = i;
    AT (c, i + 3) = y;
  }
}

__attribute__ ((noinline)) static void products (int n) {
  for (int i = 1; i < n; i++) c[i] = a[i + 2] * b[i + 1] - b[i - 1] * a[i];
}
__attribute__ ((noinline)) static void products_again (int n) {
  for (int i = 1; i < n; i++)
    AT (c, i) = AT (a, i + 2) * AT (b, i + 1) - AT (b, i - 1) * AT (a, i);
}

__attribute__ ((noinline)) static void backward (int n) {
  for (int i = n; i > 1; i--) c[i] = a[i] + a[i - 1] + a[i + 2];
}
__attribute__ ((noinline)) static void backward_again (int n) {
  for (int i = n; i > 1; i--) AT (c, i) = AT (a, i) + AT (a, i - 1) + AT (a, i + 2);
}

__attribute__ ((noinline)) static int first_fall (int n) {
  for (int i = 0; i < n; i++)
    if (a[i] > a[i + 1]) return i;
  return -1;
}
__attribute__ ((noinline)) static int first_fall_again (int n) {
  for (int i = 0; i < n; i++)
    if (AT (a, i) > AT (a, i + 1)) return i;
  return -1;
}

#define CHECK(one, two) \
  do { \
    set (); \
    one; \
    unsigned s = sum (c); \
    set (); \
    two; \
    if (s != sum (c)) __builtin_abort (); \
  } while (0)

int main (void) {
  for (int n = 0; n < 40; n++) {
    CHECK (loads (n), loads_again (n));
    CHECK (stored (n), stored_again (n));
    CHECK (overwritten (n, 5, n), overwritten_again (n, 5, n));
    CHECK (products (n), products_again (n));
    CHECK (backward (n), backward_again (n));
    set ();
    if (first_fall (n) != first_fall_again (n)) __builtin_abort ();
  }
  __builtin_printf ("%u\n", sum (c));
  return 0;
}

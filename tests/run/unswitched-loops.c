/* Conditions that are the same in all iterations, of all values. */

/* { dg-do run } */
/* { dg-options "-O3" } */

__attribute__ ((noinline)) static unsigned one (unsigned n, int p) {
  unsigned s = 1;
  for (unsigned i = 0; i < n; i++) {
    if (p) s += i / 2;
    else s *= i | 1;
  }
  return s;
}

__attribute__ ((noinline)) static unsigned three (unsigned n, int p, int q, int r) {
  unsigned s = 1;
  for (unsigned i = 0; i < n; i++) {
    if (p > 3) {
      s += i;
      if (q) s ^= 5;
    } else {
      if (r == 2) break;
      s *= 3;
      if (q) s += 7;
    }
  }
  return s;
}

__attribute__ ((noinline)) static int leaves (int n, int p, int *x) {
  int last = -1;
  for (int i = 0; i < n; i++) {
    last = i;
    if (p) continue;
    if (x[i] == 4) break;
  }
  return last;
}

__attribute__ ((noinline)) static void outer (int n, int m, int *x) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) x[i] += k;
}

int main (void) {
  int x[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  if (one (5, 1) != 1 + 0 + 0 + 1 + 1 + 2 || one (4, 0) != 9 || one (0, 0) != 1) __builtin_abort ();
  for (int p = 2; p < 6; p++)
    for (int q = 0; q < 2; q++)
      for (int r = 1; r < 4; r++) {
        unsigned s = 1;
        for (volatile unsigned i = 0; i < 9; i++) {
          volatile int pp = p, qq = q, rr = r;
          if (pp > 3) {
            s += i;
            if (qq) s ^= 5;
          } else {
            if (rr == 2) break;
            s *= 3;
            if (qq) s += 7;
          }
        }
        if (three (9, p, q, r) != s) __builtin_abort ();
      }
  if (leaves (8, 1, x) != 7 || leaves (8, 0, x) != 4 || leaves (0, 0, x) != -1) __builtin_abort ();
  outer (8, 0, x);
  outer (0, 8, x);
  outer (2, 3, x);
  if (x[0] != 3 || x[1] != 4 || x[2] != 2) __builtin_abort ();
  __builtin_printf ("%d %d %d\n", x[0], x[1], x[2]);
  return 0;
}

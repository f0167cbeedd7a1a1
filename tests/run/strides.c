/* Strides that are 1, and others: the loops for both do the same. */
#include <stdio.h>

__attribute__ ((noipa)) long sum (const int *p, int stride, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s = s * 3 + p[i * stride];
  return s;
}

__attribute__ ((noipa)) void fill (char *x, const int *y, int s, long t, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) x[i * s + j * m] = y[i * t] + j;
}

__attribute__ ((noipa)) int walk (const short *p, int step, int limit) {
  int last = 0;
  for (int i = 0; i < limit; i += step) {
    if (p[i] == 9) return i;
    last = last * 5 + p[i];
  }
  return last;
}

int main (void) {
  int a[64];
  short b[64];
  for (int i = 0; i < 64; i++) { a[i] = i * 7 % 11; b[i] = i % 13 + 1; }
  for (int s = -1; s < 4; s++) printf ("%ld\n", sum (a + (s < 0 ? 9 : 0), s, 10));
  for (int s = 1; s < 4; s++)
    for (int t = 0; t < 3; t++) {
      char x[128] = { 0 };
      fill (x, a, s, t, 10, 8);
      unsigned h = 0;
      for (int i = 0; i < 128; i++) h = h * 31 + x[i];
      printf ("%u\n", h);
    }
  for (int s = 1; s < 5; s++) printf ("%d\n", walk (b, s, 60));
  return 0;
}

/* Nests of loops that are unrolled and jammed, and others where that would be wrong. */
#include <stdio.h>
#define N 24
int a[N][N], c[N][N], k[N][N], l[N], x[N], w[N * N];
__attribute__ ((noipa)) void same_row (void) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) l[j] += a[i][j] * x[i]; }
__attribute__ ((noipa)) void some_rows (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < N; j++) l[j] = l[j] * 3 + k[i][j]; }
__attribute__ ((noipa)) void forward (int n) { for (int i = 1; i < n; i++) for (int j = 1; j < N; j++) c[i][j] = c[i - 1][j - 1] + l[j]; }
__attribute__ ((noipa)) void backward (int n) { for (int i = 1; i < n; i++) for (int j = 0; j < N - 1; j++) c[i][j] = c[i - 1][j + 1] * 5 + l[j]; }
__attribute__ ((noipa)) void above (int n) { for (int i = 1; i < n; i++) for (int j = 0; j < N; j++) c[i][j] = c[i - 1][j] * 7 + l[j]; }
__attribute__ ((noipa)) void two_above (int n) { for (int i = 2; i < n; i++) for (int j = 0; j < N; j++) k[i][j] = k[i - 2][j] + l[j]; }
__attribute__ ((noipa)) void fixed_column (int n) { for (int i = 0; i + 1 < n; i++) for (int j = 0; j < N; j++) { a[i][0] = a[i + 1][0] + 2; k[i][j] = k[i + 1][j] + 2; } }
__attribute__ ((noipa)) void content (int n) { for (int i = 0; i < n; i++) for (int j = 1; j < N; j++) l[j - 1] = l[j] + 1; }
__attribute__ ((noipa)) void one_place (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < N; j++) l[3] = l[3] * 3 + a[i][j]; }
__attribute__ ((noipa)) void parameters (int *restrict p, int *restrict q, int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) p[j] += q[i] * j; }
__attribute__ ((noipa)) int triangle (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) l[j] += a[i][j]; return n; }
__attribute__ ((noipa)) int last (int n) { int s = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < N; j++) { s = l[j] += a[i][j]; } } return s; }
__attribute__ ((noipa)) void by_three (int n) { for (int i = 0; i < n; i += 3) for (int j = 0; j < N; j += 2) l[j] = l[j] * 3 ^ k[i][j]; }
static void fill (void)
{
  for (int i = 0; i < N; i++)
    {
      x[i] = i * 7 % 5, l[i] = i ^ 9;
      for (int j = 0; j < N; j++)
        a[i][j] = i * 31 + j * j, c[i][j] = i - 3 * j, k[i][j] = i * j % 11;
    }
}
static void show (const char *what)
{
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    {
      s = s * 33 + l[i];
      for (int j = 0; j < N; j++)
        s = s * 31 + a[i][j] + 3 * c[i][j] + 5 * k[i][j];
    }
  printf ("%s %x\n", what, s);
  fill ();
}
int main (void)
{
  fill ();
  same_row (), show ("same row");
  for (int n = -1; n <= 7; n++)
    {
      some_rows (n), show ("some rows");
      forward (n), show ("forward");
      backward (n), show ("backward");
      above (n), show ("above");
      two_above (n), show ("two above");
      fixed_column (n), show ("fixed column");
      content (n), show ("content");
      one_place (n), show ("one place");
      parameters (l, x, n, 2 * n), show ("parameters");
      printf ("%d ", triangle (n)), show ("triangle");
      printf ("%d ", last (n)), show ("last");
      by_three (n), show ("by three");
    }
  some_rows (N), show ("all rows");
  by_three (N), show ("all by three");
  return 0;
}

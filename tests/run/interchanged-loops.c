/* Nests of loops that change places, and others where that would be wrong. */
#include <stdio.h>
#define N 20
#define M 24
int a[N][M], b[M][N], c[N][N], d[N][M], v[M], u[N];
int t[6][7][8];
__attribute__ ((noipa)) void columns (void) { for (int j = 0; j < M; j++) for (int i = 0; i < N; i++) a[i][j] = a[i][j] * 3 + v[j]; }
__attribute__ ((noipa)) void product (void) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) for (int k = 0; k < M; k++) c[i][j] += a[i][k] * b[k][j]; }
__attribute__ ((noipa)) void product_anew (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        int s = 0;
        for (int k = 0; k < M; k++)
          s += a[i][k] * b[k][j];
        c[i][j] = s;
      }
}
__attribute__ ((noipa)) void sums (void) { for (int j = 0; j < M; j++) { int s = 7; for (int i = 0; i < N; i++) s = s - a[i][j]; v[j] = s; } }
__attribute__ ((noipa)) void sums_of_all (void) { for (int i = 0; i < 6; i++) for (int j = 0; j < 8; j++) { int s = 1; for (int k = 0; k < 7; k++) s += t[i][k][j]; v[j] = s; } }
__attribute__ ((noipa)) void added_up (void) { for (int i = 0; i < 6; i++) for (int j = 0; j < 8; j++) { int s = v[j]; for (int k = 0; k < 7; k++) s ^= t[i][k][j] + k; v[j] = s; } }
__attribute__ ((noipa)) void against (void) { for (int j = 0; j < M - 1; j++) for (int i = 1; i < N; i++) a[i][j] = a[i - 1][j + 1] + 1; }
__attribute__ ((noipa)) void along (void) { for (int j = 1; j < M; j++) for (int i = 1; i < N; i++) a[i][j] = a[i - 1][j - 1] + 1; }
__attribute__ ((noipa)) void one_place (void) { for (int j = 0; j < M; j++) for (int i = 0; i < N; i++) u[3] = u[3] * 3 + a[i][j]; }
__attribute__ ((noipa)) int left_over (void) { int i = 0, j; for (j = 0; j < M; j++) for (i = 0; i < N; i++) a[i][j] += 5; return i + j; }
__attribute__ ((noipa)) void triangle (void) { for (int j = 0; j < N; j++) for (int i = 0; i <= j; i++) a[i][j] += 5; }
__attribute__ ((noipa)) void three (void) { for (int k = 0; k < 8; k++) for (int j = 0; j < 7; j++) for (int i = 0; i < 6; i++) t[i][j][k] = t[i][j][k] * 2 + i - j * k; }
__attribute__ ((noipa)) void some (int n, int m) { for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) a[i][j] += i * 3 + j; }
__attribute__ ((noipa)) void down (void) { for (int j = M - 1; j >= 0; j--) for (int i = N - 1; i > 0; i--) a[i][j] -= i * j; }
__attribute__ ((noipa)) void by_two (void) { for (int j = 1; j < M; j += 2) for (int i = 2; i < N; i += 3) a[i][j] ^= i + j; }
__attribute__ ((noipa)) void pointers (int *p, int n) { for (int j = 0; j < M; j++) for (int i = 0; i < N; i++) p[i * M + j] += n; }
__attribute__ ((noipa)) void other_sum (void) { for (int j = 0; j < M; j++) { int s = v[j]; for (int i = 0; i < N; i++) { s += a[i][j]; v[i] = i; } v[j] = s; } }
static void fill (void)
{
  for (int i = 0; i < N; i++)
    {
      u[i] = i * 3;
      for (int j = 0; j < M; j++)
        a[i][j] = i * 31 + j * j, b[j][i] = i - 3 * j, d[i][j] = i ^ j, v[j] = j * 7 % 5;
      for (int j = 0; j < N; j++)
        c[i][j] = i * j;
    }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 7; j++)
      for (int k = 0; k < 8; k++)
        t[i][j][k] = i * 100 + j * 10 + k;
}
static void show (const char *what)
{
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    {
      s = s * 33 + u[i];
      for (int j = 0; j < M; j++)
        s = s * 31 + a[i][j] + 3 * b[j][i] + 5 * d[i][j] + v[j];
      for (int j = 0; j < N; j++)
        s = s * 37 + c[i][j];
    }
  for (int i = 0; i < 6 * 7 * 8; i++)
    s = s * 3 + (&t[0][0][0])[i];
  printf ("%s %x\n", what, s);
  fill ();
}
int main (void)
{
  fill ();
  columns (), show ("columns");
  product (), show ("product");
  product_anew (), show ("product anew");
  sums (), show ("sums");
  sums_of_all (), show ("sums of all");
  added_up (), show ("added up");
  against (), show ("against");
  along (), show ("along");
  one_place (), show ("one place");
  printf ("%d ", left_over ()), show ("left over");
  triangle (), show ("triangle");
  three (), show ("three");
  some (N, M), show ("some");
  some (1, 1), show ("some");
  some (0, 5), show ("some");
  some (5, -1), show ("some");
  down (), show ("down");
  by_two (), show ("by two");
  pointers (&a[0][0], 9), show ("pointers");
  other_sum (), show ("other sum");
  return 0;
}

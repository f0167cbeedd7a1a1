/* Matrices: multiplication, transposition, determinant, arrays of arrays as arguments. */
#include <stdio.h>

#define N 4
typedef int matrix[N][N];

static void multiply(matrix r, matrix a, matrix b) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int s = 0;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      r[i][j] = s;
    }
}

static void transpose(int (*m)[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) {
      int t = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = t;
    }
}

static double determinant(int n, double m[n][n]) {
  double d = 1;
  for (int c = 0; c < n; c++) {
    for (int r = c + 1; r < n; r++) {
      double f = m[r][c] / m[c][c];
      for (int k = c; k < n; k++)
        m[r][k] -= f * m[c][k];
    }
    d *= m[c][c];
  }
  return d;
}

int main(void) {
  matrix a, b, c;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i * N + j;
      b[i][j] = (i == j) * 2 - (i + j) % 3;
    }
  multiply(c, a, b);
  transpose(c);
  for (int i = 0; i < N; i++)
    printf("%d %d %d %d\n", c[i][0], c[i][1], c[i][2], c[i][3]);
  double m[3][3] = {{2, -1, 0}, {-1, 2, -1}, {0, -1, 2}};
  printf("%g\n", determinant(3, m));
  char cube[2][3][4];
  int n = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 4; k++)
        cube[i][j][k] = n++;
  printf("%d %d %d\n", cube[1][2][3], *(**cube + 7), (int)sizeof cube[0]);
  return 0;
}

/* Arrays: initialisers with designators, lengths from them, variable length, compound literals. */
#include <stdio.h>

static int total(const int *v, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}

static int variable(int n) {
  int v[n], m[n][n + 1];
  for (int i = 0; i < n; i++) {
    v[i] = i * i;
    for (int j = 0; j <= n; j++)
      m[i][j] = v[i] - j;
  }
  return total(v, n) + m[n - 1][n] + (int)(sizeof m / sizeof m[0][0]);
}

int main(void) {
  int a[] = {[4] = 5, 6, [1] = 7, [0 ... 0] = 8};
  char text[][6] = {"one", "three", {'t', 'w', 'o'}};
  struct { int n; short v[3]; } s[2] = {[1] = {.v = {[2] = 9}, .n = 4}};
  long big[100] = {1, 2, 3};
  printf("%d %d %d\n", (int)(sizeof a / sizeof *a), total(a, 6), a[2]);
  printf("%s %s %s %d\n", text[0], text[1], text[2], (int)sizeof text);
  printf("%d %d %d\n", s[1].n, s[1].v[2], s[0].n);
  printf("%ld %ld\n", big[2] + big[99], (long)sizeof big);
  printf("%d\n", total((int[]){1, 2, 3, 4}, 4));
  printf("%d %d\n", variable(1), variable(6));
  int *p = (int[3]){10, 20, 30};
  p[1]++;
  printf("%d\n", total(p, 3));
  return 0;
}

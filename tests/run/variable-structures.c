/* Structures and arrays whose size is known at run time only: places of members, elements, copies, sizes. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static long places(int n, int i) {
  struct S { char a; int b[n]; short c; long d[n][n + 1]; unsigned e : 3; unsigned f : 7; char g; } s, t;
  memset(&s, 0, sizeof s);
  s.a = 1;
  s.b[i] = 2;
  s.c = 3;
  s.d[i][1] = 4;
  s.e = 5;
  s.f = 100;
  s.g = 7;
  t = s;
  s.d[i][1] = 40;
  printf("%d %d %d %ld %d %d %d\n", t.a, t.b[i], t.c, t.d[i][1], t.e, t.f, t.g);
  printf("%ld %ld\n", (long)__builtin_offsetof(struct S, d[1][2]), (long)__builtin_offsetof(struct S, g));
  return sizeof s + ((char *)&s.c - (char *)&s) + ((char *)&t.g - (char *)&t);
}

static int packed(int n) {
  struct P { char a[n]; int b; unsigned c : 5; union { char d[n + 1]; short e; } u; long f; }
      __attribute__((packed)) p[2];
  for (int k = 0; k < 2; k++) {
    p[k].b = 10 + k;
    p[k].c = 20 + k;
    p[k].u.e = 300 + k;
    p[k].f = 400 + k;
  }
  return p[0].b + p[1].c + p[0].u.e + p[1].f + 1000 * (int)sizeof p[0];
}

static int matrix(int n, int m[n][n + 1]) {
  int k[n][n + 1], (*row)[n + 1] = k, sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      k[i][j] = m[i][j] * (i + 1);
  for (int i = 0; i < n; i++, row++)
    sum = sum * 7 + (*row)[n - i];
  return sum + (int)(sizeof k / sizeof k[0]) * 100000;
}

static int cubes(int n) {
  char c[2][n][3][n];
  for (int i = 0; i < 2 * n * 3 * n; i++)
    ((char *)c)[i] = i;
  return c[1][n - 1][2][n - 1] + c[1][0][1][0];
}

static int freed(int n) {
  int rounds = 0;
  char *volatile p;
  if (n < 0) {
  again:;
  }
  char a[n * 1000 + 4096];
  p = a;
  p[rounds % 100] = 1;
  if (++rounds < 20000)
    goto again;
  return rounds;
}

/* By reference, whatever the size. */
static long unnamed(int n, ...) {
  struct S { char c[n]; } s;
  long sum = 0;
  va_list list;
  va_start(list, n);
  for (int round = 0; round < 2; round++) {
    s = va_arg(list, struct S);
    for (int i = 0; i < n; i++)
      sum = (sum * 10 + s.c[i]) % 1000003;
    sum += va_arg(list, int);
    va_arg(list, struct S);
  }
  sum += va_arg(list, long);
  va_end(list);
  return sum;
}

static long pass_unnamed(int n) {
  struct S { char c[n]; } a, b;
  for (int i = 0; i < n; i++) {
    a.c[i] = i % 3 + 1;
    b.c[i] = i % 4;
  }
  return unnamed(n, a, 1000, b, b, 2000, a, 100000L);
}

int main(void) {
  int m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  printf("%ld\n", places(3, 2));
  printf("%ld\n", places(6, 5));
  printf("%d %d\n", packed(3), packed(8));
  printf("%d\n", matrix(3, m));
  printf("%d\n", cubes(5));
  printf("%d\n", freed(3));
  printf("%ld %ld %ld\n", pass_unnamed(3), pass_unnamed(8), pass_unnamed(17));
  return 0;
}

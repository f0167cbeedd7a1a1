/* Pointers: arithmetic, differences, pointers to pointers, aliasing, restrict, arrays. */
#include <stdio.h>

static void set(int *p, int v) { *p = v; }
static int alias(int *a, int *b) {
  *a = 1;
  *b = 2;
  return *a;
}
static long punned(long *l, int i) { return *(unsigned char *)((char *)l + i); }
static void sum(int n, int *restrict out, const int *restrict in) {
  while (n--)
    *out++ += *in++;
}
static int *largest(int *v, int n) {
  int *best = v;
  for (int *p = v; p < v + n; ++p)
    if (*p > *best)
      best = p;
  return best;
}

int main(void) {
  int a[5] = {1, 2, 3, 4, 5}, b[5] = {10, 20, 30, 40, 50}, x = 9, y;
  int *p = a + 1, **pp = &p;
  long l = 0x0102030405060708;
  int first = *p++;
  int second = *++p;
  printf("%d %d %d\n", first, second, (*p)--);
  ++*pp;
  printf("%d %ld %d\n", **pp, (long)(p - a), p[-2]);
  printf("%d %d\n", alias(&x, &y), alias(&x, &x));
  set(&a[2], 33);
  sum(5, b, a);
  for (int i = 0; i < 5; i++)
    printf("%d ", i[b]);
  printf("%ld\n", (long)(largest(b, 5) - b));
  printf("%ld %ld\n", punned(&l, 0), punned(&l, 7));
  int (*q)[5] = &a;
  printf("%d %d %d\n", (*q)[4], q[0][2], (int)((char *)(q + 1) - (char *)q));
  const struct { int k; const char *n; } t[] = {{1, "a"}, {2, "b"}}, *e = t + 2;
  while (e-- > t)
    printf("%d%s ", e->k, e->n);
  printf("%d\n", (void *)p == (void *)&a[3]);
  return 0;
}

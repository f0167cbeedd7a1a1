/* Structures whose size is known at run time only are passed and returned by reference, copied by the caller. */
/* { dg-do run } */
/* { dg-options "-O1 -fdump-tree-gimple" } */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void several(int n, ...) {
  struct { int a; char b[n]; } v;
  va_list ap;
  va_start(ap, n);
  v = va_arg(ap, typeof(v));
  if (v.a != 1 || memcmp(v.b, "abcde", n))
    abort();
  v = va_arg(ap, typeof(v));
  if (v.a != 2 || memcmp(v.b, "fghij", n) || va_arg(ap, int) != 77)
    abort();
  va_end(ap);
}

static int nest(int n) {
  typedef struct { int a; char b[n]; } T;
  T x, y;
  T make(int a) {
    x.a = a;
    return x;
  }
  int take(T t, int more) {
    int sum = t.a + t.b[n - 1] + more;
    t.a = 0;
    return sum;
  }
  memset(x.b, 3, n);
  y = make(30);
  return take(y, 300) + y.a;
}

int main(void) {
  int n = 5;
  struct { int a; char b[n]; } u, w;
  u.a = 1, w.a = 2;
  memcpy(u.b, "abcde", 5), memcpy(w.b, "fghij", 5);
  several(n, u, w, 77);
  if (nest(9) != 363)
    abort();
  return 0;
}
/* { dg-final { scan-tree-dump-times "WITH_SIZE_EXPR <\\*u.\[0-9\]+, D.\[0-9\]+>" 1 "gimple" } } */
/* { dg-final { scan-tree-dump "= .VA_ARG \\(&ap, 0B, 0B, D.\[0-9\]+\\);" "gimple" } } */
/* { dg-final { scan-tree-dump "__builtin_memcpy \\(&<retval>, x.\[0-9\]+, D.\[0-9\]+\\);" "gimple" } } */

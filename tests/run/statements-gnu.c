/* GNU extensions: statement expressions, typeof, case ranges, conditional without middle, labels. */
#include <stdio.h>

#define max(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })

static inline int clamp(int x) { return max(0, ({ int y = x; y > 100 ? 100 : y; })); }
static int __attribute__((noinline)) next(void) { static int n; return n++; }

int main(void) {
  printf("%d %d %d\n", max(3, 9), clamp(-4), clamp(500));
  printf("%g\n", max(1.5, 2));
  int v = next() ?: 8;
  int w = next() ?: 8;
  printf("%d %d\n", v, w);
  int n = ({ int s = 0; for (int i = 0; i < 5; i++) s += i; s; });
  printf("%d %d\n", n, __builtin_constant_p(3));
  struct empty {} e;
  printf("%d %d\n", (int)sizeof e, (int)__alignof__(double));
  long long big = 1LL << 62;
  printf("%lld %d\n", __builtin_expect(big, 0), (int)_Alignof(short));
  __extension__ typeof(n) copy = n;
  {
    __label__ local;
    if (copy) goto local;
    printf("no\n");
  local:
    printf("%s\n", __func__);
  }
  return 0;
}

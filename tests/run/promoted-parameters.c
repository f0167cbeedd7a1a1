/* Functions without prototypes: what is narrower than int arrives as int and is cut by the callee; strings shorter than their
   arrays; comparisons as signed and as unsigned; 128-bit comparisons of partly known values. */
#include <stdio.h>

static int __attribute__((noinline)) f(c, d, s, x) unsigned char c; signed char d; unsigned short s; float x; {
  return (c != 0xff) * 1000 + (d != -56) * 100 + (s != 4464) * 10 + (x != 1.5f);
}
static int (*volatile unprototyped)() = (int (*)())f;

static int __attribute__((noinline)) between(int x, int y) {
  return x <= y && (unsigned)x >= (unsigned)y;
}

static int __attribute__((noinline)) padded(void) {
  const char text[24] = {'a', 'b', 'c'};
  char copy[24];
  int sum = 0;
  __builtin_memcpy(copy, text, sizeof copy);
  for (unsigned i = 0; i < sizeof copy; i++) sum = sum * 3 + copy[i];
  return sum;
}
static const char after[] = "after the string";

static int __attribute__((noinline)) remainder128(void) {
  unsigned __int128 a = (unsigned __int128)1 << 65, n = a + a;
  while (n >= a) n -= a;
  return (int)(n >> 64);
}

int main(void) {
  printf("%d\n", unprototyped(-1, 200, 70000, 1.5));
  printf("%d %d\n", between(-1, 0), between(3, 3));
  printf("%d %s\n", padded(), after);
  printf("%d\n", remainder128());
  return 0;
}

/* Bit-fields: signed and unsigned, straddling bytes, zero width, long ones, in assignments. */
#include <stdio.h>
#include <string.h>

struct flags {
  unsigned a : 1;
  unsigned b : 3;
  int c : 5;
  unsigned : 0;
  unsigned d : 20;
  int e : 12;
};

struct wide {
  unsigned long a : 40;
  long b : 24;
  unsigned char c : 7;
  _Bool d : 1;
};

static struct flags global = {1, 5, -3, 0x54321, -1000};

static int sum(struct flags f) { return f.a + f.b + f.c + f.d + f.e; }

int main(void) {
  struct flags f;
  memset(&f, 0, sizeof f);
  printf("%d %d\n", (int)sizeof(struct flags), (int)sizeof(struct wide));
  printf("%d %d %d %d %d\n", global.a, global.b, global.c, global.d, global.e);
  f.a = 3;
  f.b = 9;
  f.c = 17;
  f.d = 0x1fffff;
  f.e = 2047;
  f.e++;
  f.c += 2;
  f.b--;
  printf("%d %d %d %d %d\n", f.a, f.b, f.c, f.d, f.e);
  printf("%d\n", sum(f) + sum(global));
  struct wide w = {0};
  w.a = 0xabcdef1234567ul;
  w.b = -1;
  w.b <<= 4;
  w.c = 200;
  w.d = 4;
  printf("%lx %ld %d %d\n", (unsigned long)w.a, (long)w.b, w.c, w.d);
  struct wide copy = w;
  copy.a ^= w.a >> 3;
  printf("%lx %d\n", (unsigned long)copy.a, copy.b == w.b);
  return 0;
}

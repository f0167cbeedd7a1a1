/* Vectors: every operator on several lane types, masks, shuffles, conversions of lanes and of bits, subscripts, passing and
   returning by value in registers, by reference, in structures and as anonymous arguments. */
#include <stdarg.h>
#include <stdio.h>

typedef signed char c4 __attribute__((vector_size(4)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef short h2 __attribute__((vector_size(4)));
typedef unsigned short h8 __attribute__((vector_size(16)));
typedef int i1 __attribute__((vector_size(4)));
typedef int i2 __attribute__((vector_size(8)));
typedef int i4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
typedef long l8 __attribute__((vector_size(64)));
typedef float f2 __attribute__((vector_size(8)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));

#define NOINLINE __attribute__((noinline, noclone))
#define SHOW(name, v, n, format)                                        \
  do {                                                                  \
    printf("%s:", name);                                                \
    for (int lane = 0; lane < (n); lane++) printf(" " format, (v)[lane]); \
    printf("\n");                                                       \
  } while (0)

/* One function for each operation, so that nothing folds. */
#define TEST(type, n, name, format)                       \
  static void name##_test(type a, type b) {               \
    type r;                                               \
    r = name##_add(a, b); SHOW(#name " add", r, n, format);       \
    r = name##_sub(a, b); SHOW(#name " sub", r, n, format);       \
    r = name##_mul(a, b); SHOW(#name " mul", r, n, format);       \
    r = name##_div(a, b); SHOW(#name " div", r, n, format);       \
    r = name##_mod(a, b); SHOW(#name " mod", r, n, format);       \
    r = name##_logic(a, b); SHOW(#name " logic", r, n, format);   \
    r = name##_shift(a, b); SHOW(#name " shift", r, n, format);   \
    r = name##_neg(a, b); SHOW(#name " neg", r, n, format);       \
    r = name##_scalar(a, b); SHOW(#name " scalar", r, n, format); \
  }

#define INTEGER(type, n, name, format)                                                    \
  NOINLINE type name##_add(type a, type b) { return a + b; }                              \
  NOINLINE type name##_sub(type a, type b) { return a - b; }                              \
  NOINLINE type name##_mul(type a, type b) { return a * b; }                              \
  NOINLINE type name##_div(type a, type b) { return a / b; }                              \
  NOINLINE type name##_mod(type a, type b) { return a % b; }                              \
  NOINLINE type name##_logic(type a, type b) { return (a & b) ^ (a | ~b); }               \
  NOINLINE type name##_shift(type a, type b) { return (a << (b & 3)) - (a >> 1); }        \
  NOINLINE type name##_neg(type a, type b) { return -a + (-b); }                          \
  NOINLINE type name##_scalar(type a, type b) { return 3 * a - b / 2; }                   \
  TEST(type, n, name, format)

INTEGER(c4, 4, c4, "%d")
INTEGER(b16, 16, b16, "%u")
INTEGER(h2, 2, h2, "%d")
INTEGER(h8, 8, h8, "%u")
INTEGER(i1, 1, i1, "%d")
INTEGER(i2, 2, i2, "%d")
INTEGER(i4, 4, i4, "%d")
INTEGER(u4, 4, u4, "%u")
INTEGER(l2, 2, l2, "%ld")
INTEGER(l8, 8, l8, "%ld")

NOINLINE f4 f4_mix(f4 a, f4 b, float s) { return (a + b) * s - a / b; }
NOINLINE d2 d2_mix(d2 a, d2 b, double s) { return (a - b) * s + -a / 4; }
NOINLINE f2 f2_mix(f2 a, float s) { return a * s + 1; }
NOINLINE i4 less(i4 a, i4 b) { return a < b; }
NOINLINE i4 float_mask(f4 a, f4 b) { return (a >= b) | (a != a); }
NOINLINE l2 double_mask(d2 a, d2 b) { return a == b; }
NOINLINE i4 unsigned_mask(u4 a, u4 b) { return (i4)(a > b); }
NOINLINE c4 char_mask(c4 a, c4 b) { return a <= b; }
NOINLINE i4 smaller(i4 a, i4 b) { i4 mask = a < b; return (a & mask) | (b & ~mask); }

NOINLINE i4 shuffle(i4 a, i4 mask) { return __builtin_shuffle(a, mask); }
NOINLINE i4 shuffle2(i4 a, i4 b, i4 mask) { return __builtin_shuffle(a, b, mask); }
NOINLINE f4 shuffle_const(f4 a, f4 b) { return __builtin_shuffle(a, b, (i4){0, 5, 2, 7}); }
NOINLINE i4 pick(i4 a, i4 b) { return __builtin_shufflevector(a, b, 7, 0, 6, 1); }
NOINLINE i2 narrow(i4 a, i4 b) { return __builtin_shufflevector(a, b, 3, 4); }
NOINLINE f4 to_float(i4 a) { return __builtin_convertvector(a, f4); }
NOINLINE i4 to_int(f4 a) { return __builtin_convertvector(a, i4); }
NOINLINE d2 widen(f2 a) { return __builtin_convertvector(a, d2); }
NOINLINE c4 squeeze(i4 a) { return __builtin_convertvector(a, c4); }
NOINLINE l2 bits(i4 a) { return (l2)a; }
NOINLINE long as_long(i2 a) { return (long)a; }
NOINLINE i2 from_long(long a) { return (i2)a; }

NOINLINE int lane(i4 a, int i) { return a[i] * 100 + a[2]; }
NOINLINE i4 set(i4 a, int i, int x) { a[i] = x; a[1]++; a[0] += a[3]; return a; }
NOINLINE i4 build(int a, int b) { return (i4){a, b, a + b}; }
NOINLINE i4 spread(int a) { i4 x = {a, a, a, a}; return x * x + 1; }
NOINLINE i4 chosen(int c, i4 a, i4 b) { return c ? a : b; }
NOINLINE i4 looped(int n) {
  i4 sum = {}, step = {1, 2, 3, 4};
  for (int i = 0; i < n; i++) {
    sum += step * i;
    if (i & 1) step ^= sum;
  }
  return sum;
}

struct pair { int tag; i4 v; };
struct two { f2 v; };
NOINLINE struct pair in_struct(struct pair p, struct two t) { p.v += p.tag; p.tag = (int)t.v[1]; return p; }
NOINLINE i4 anonymous(int n, ...) {
  va_list ap;
  i4 sum = {};
  va_start(ap, n);
  while (n-- > 0) sum += va_arg(ap, i4);
  l8 last = va_arg(ap, l8);
  va_end(ap);
  sum[0] += last[7];
  return sum;
}
NOINLINE int many(int a, i4 b, f4 c, l8 d, i2 e, c4 f, d2 g) {
  return a + b[3] + (int)c[1] + (int)d[5] + e[1] + f[2] + (int)g[0];
}

static i4 table[3] = {{1, 2, 3, 4}, {5, 6}, [2] = {9, 8, 7, 6}};
static const f4 fractions = {0.5f, 0.25f, -1.5f};
i4 *volatile where = table;

int main(void) {
  c4_test((c4){100, -100, 7, -8}, (c4){50, 60, -3, 5});
  b16 bytes = {0, 1, 127, 128, 255, 200, 100, 50, 9, 8, 7, 6, 5, 4, 3, 2};
  b16_test(bytes, (bytes[4] - bytes / 2) | 1);
  h2_test((h2){30000, -5}, (h2){7, -30000});
  h8_test((h8){65535, 1, 2, 3, 40000, 5, 6, 7}, (h8){1, 2, 3, 4, 50000, 6, 7, 65535});
  i1_test((i1){41}, (i1){-7});
  i2_test((i2){100000, -3}, (i2){70000, 2});
  i4_test((i4){1, -2, 300000, 4}, (i4){5, 3, -7, 8});
  u4_test((u4){1, 4000000000u, 3, 4}, (u4){5, 7, 4294967295u, 2});
  l2_test((l2){1L << 40, -9}, (l2){12345, 4});
  l8_test((l8){1, 2, 3, 4, 5, 6, 7, 1L << 50}, (l8){-1, 3, -5, 7, -9, 11, -13, 15});

  f4 f = {1.5f, -2, 3.25f, 100}, g = {2, 0.5f, 3.25f, -8};
  SHOW("f4", f4_mix(f, g, 1.25f), 4, "%g");
  SHOW("d2", d2_mix((d2){1, 2}, (d2){0.125, -3}, 1.5), 2, "%g");
  SHOW("f2", f2_mix((f2){3, 4}, 0.5f), 2, "%g");
  i4 a = {1, 20, -3, 4}, b = {10, 2, 3, 4};
  SHOW("less", less(a, b), 4, "%d");
  SHOW("float mask", float_mask(f, g), 4, "%d");
  SHOW("double mask", double_mask((d2){1, 2}, (d2){1, 3}), 2, "%ld");
  SHOW("unsigned mask", unsigned_mask((u4)a, (u4)b), 4, "%d");
  SHOW("char mask", char_mask((c4){1, 2, 3, 4}, (c4){4, 3, 2, 4}), 4, "%d");
  SHOW("smaller", smaller(a, b), 4, "%d");
  SHOW("shuffle", shuffle(a, (i4){3, 6, 1, 0}), 4, "%d");
  SHOW("shuffle2", shuffle2(a, b, (i4){7, 10, 1, 4}), 4, "%d");
  SHOW("shuffle const", shuffle_const(f, g), 4, "%g");
  SHOW("pick", pick(a, b), 4, "%d");
  SHOW("narrow", narrow(a, b), 2, "%d");
  SHOW("to float", to_float(a), 4, "%g");
  SHOW("to int", to_int(f), 4, "%d");
  SHOW("widen", widen((f2){1.5f, 2}), 2, "%g");
  SHOW("squeeze", squeeze((i4){300, -1, 128, 5}), 4, "%d");
  SHOW("bits", bits(a), 2, "%ld");
  printf("%ld\n", as_long((i2){1, 2}));
  SHOW("from long", from_long(0x300000004), 2, "%d");
  printf("lane %d\n", lane(a, 1));
  SHOW("set", set(a, 2, 77), 4, "%d");
  SHOW("build", build(3, 4), 4, "%d");
  SHOW("spread", spread(9), 4, "%d");
  SHOW("chosen", chosen(where != 0, a, b), 4, "%d");
  SHOW("looped", looped(9), 4, "%d");
  struct pair p = in_struct((struct pair){5, a}, (struct two){{1, 2}});
  SHOW("in struct", p.v, p.tag * 2, "%d");
  SHOW("anonymous", anonymous(2, a, b, (l8){0, 0, 0, 0, 0, 0, 0, 1000}), 4, "%d");
  printf("many %d\n", many(1, a, f, (l8){0, 1, 2, 3, 4, 5}, (i2){7, 8}, (c4){1, 2, 3}, (d2){9}));
  where[1] += where[0] * where[2];
  SHOW("table", where[1], 4, "%d");
  SHOW("fractions", fractions, 4, "%g");
  printf("%d %d\n", (int)sizeof(l8), (int)_Alignof(c4));
  return 0;
}

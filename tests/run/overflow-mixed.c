/* Overflow builtins over all mixtures of operand and result types, 128-bit integers included. */
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static unsigned long hash;
static int noisy;

static void show(const char *what, u128 value, int overflowed) {
  unsigned long high = value >> 64, low = value;
  if (noisy) printf("%s %016lx%016lx %d\n", what, high, low, overflowed);
  hash = (hash * 31 + high) * 31 + low * 4 + overflowed;
}

#define OPERATION(op, name, a, b, r)                                                       \
  static void __attribute__((noinline)) name(a x, b y) {                                   \
    r result = 0;                                                                          \
    int overflowed = __builtin_##op##_overflow(x, y, &result);                             \
    overflowed += 2 * __builtin_##op##_overflow_p(x, y, (r)0);                             \
    show(#op " " #a " " #b " " #r, (u128)result, overflowed);                              \
  }

#define THREE(a, b, r, suffix)              \
  OPERATION(add, add_##suffix, a, b, r)     \
  OPERATION(sub, sub_##suffix, a, b, r)     \
  OPERATION(mul, mul_##suffix, a, b, r)     \
  static void all_##suffix(a x, b y) {      \
    add_##suffix(x, y);                     \
    sub_##suffix(x, y);                     \
    mul_##suffix(x, y);                     \
  }

THREE(int, int, int, iii)
THREE(int, unsigned, int, iui)
THREE(unsigned, int, unsigned char, uic)
THREE(long, long, long, lll)
THREE(unsigned long, unsigned long, unsigned long, UUU)
THREE(unsigned long, unsigned long, long, UUl)
THREE(long, unsigned long, unsigned long, lUU)
THREE(long, unsigned long, int, lUi)
THREE(i128, i128, i128, xxx)
THREE(u128, u128, u128, XXX)
THREE(u128, i128, i128, Xxx)
THREE(i128, u128, u128, xXX)
THREE(i128, long, long, xll)
THREE(unsigned long, unsigned long, i128, UUx)
THREE(long, int, u128, liX)
THREE(u128, u128, short, XXs)

static long typed(long a, long b) {
  long r, total = 0;
  total += __builtin_saddl_overflow(a, b, &r), total ^= r;
  total += __builtin_ssubl_overflow(a, b, &r), total ^= r;
  total += __builtin_smull_overflow(a, b, &r), total ^= r;
  unsigned u;
  total += __builtin_uadd_overflow((unsigned)a, (unsigned)b, &u), total ^= u;
  total += __builtin_usub_overflow((unsigned)a, (unsigned)b, &u), total ^= u;
  total += __builtin_umul_overflow((unsigned)a, (unsigned)b, &u), total ^= u;
  return total;
}

int main(void) {
  static const i128 values[] = {0, 1, -1, 2, 127, -128, 255, 0x7fffffff, -0x7fffffff - 1, 0xffffffff,
                                0x7fffffffffffffff, -0x7fffffffffffffff - 1, (i128)1 << 64, ((i128)1 << 126) + 5,
                                (i128)((u128)1 << 127), (i128)(((u128)1 << 127) - 1), -((i128)1 << 65)};
  int n = sizeof values / sizeof *values;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      i128 a = values[i], b = values[j];
      noisy = i == 11 && j == 9;
      all_iii(a, b), all_iui(a, b), all_uic(a, b), all_lll(a, b), all_UUU(a, b), all_UUl(a, b), all_lUU(a, b);
      all_lUi(a, b), all_xxx(a, b), all_XXX(a, b), all_Xxx(a, b), all_xXX(a, b), all_xll(a, b), all_UUx(a, b);
      all_liX(a, b), all_XXs(a, b);
      printf("%d %d %lx %lx\n", i, j, hash, typed(a, b));
    }
  unsigned char c;
  int k = __builtin_add_overflow(200, 56, &c);
  printf("%d %d %d\n", k, c, __builtin_mul_overflow_p(1 << 30, 2, 0));
  return 0;
}

/* Insns for single bits, counts, rotations and sums with shifts do what is done without them, on values at the edges.  */
#include <stdio.h>

typedef unsigned long ul;
typedef unsigned u;

static const ul edges[] = {
  0, 1, 2, 31, 63, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 1ul << 32, 1ul << 40,
  ~0ul >> 1, 1ul << 63, ~0ul, 0x123456789abcdef0, 0xdeadbeefcafebabe
};
#define COUNT (sizeof edges / sizeof *edges)

#define F(name, type, value) \
  __attribute__ ((noinline)) static ul name (type a, type b) \
  { u n = b & (8 * sizeof a - 1); (void) n; return value; } \
  static void try_##name (void) \
  { ul hash = 0; \
    for (u i = 0; i < COUNT * COUNT; i++) \
      hash = hash * 31 + name ((type) edges[i / COUNT], (type) edges[i % COUNT]); \
    printf (#name " %lx\n", hash); }
#define BOTH(name, value) F (name##_w, int, value) F (name##_d, long, value)

#define FUNCTIONS \
  BOTH (min, a < b ? a : b) BOTH (max, a > b ? a : b) BOTH (andn, a & ~b) BOTH (orn, a | ~b) BOTH (xnor, ~(a ^ b)) \
  BOTH (set, a | 1ul << n) BOTH (clear, a & ~(1ul << n)) BOTH (flip, a ^ 1ul << n) BOTH (read, a >> n & 1) \
  BOTH (fixed, (a | 1ul << 37) ^ 1ul << 45) BOTH (cleared, a & ~(1ul << 29)) BOTH (times, (ul) a * 72) \
  F (rotl_w, u, a << n | a >> (-n & 31)) F (rotr_d, ul, a >> n | a << (-n & 63)) F (ror_w, u, a >> 7 | a << 25) \
  F (clz_w, u, a ? __builtin_clz (a) : 7) F (clz_d, ul, a ? __builtin_clzl (a) : 7) \
  F (ctz_w, u, a ? __builtin_ctz (a) : 7) F (ctz_d, ul, a ? __builtin_ctzl (a) : 7) \
  F (signs_w, int, __builtin_clrsb (a)) F (signs_d, long, __builtin_clrsbl (a)) \
  F (pop_w, u, __builtin_popcount (a)) F (pop_d, ul, __builtin_popcountl (a)) \
  F (odd_w, u, __builtin_parity (a)) F (odd_d, ul, __builtin_parityl (a)) \
  F (ffs_w, int, __builtin_ffs (a)) F (ffs_d, long, __builtin_ffsl (a)) \
  F (swap_w, u, __builtin_bswap32 (a)) F (swap_d, ul, __builtin_bswap64 (a)) \
  F (zero_h, long, (unsigned short) a) F (sign_b, long, (signed char) a) F (sign_h, int, (short) (a ^ b)) \
  F (sum, long, (ul) (u) a + b) F (shifted, long, (ul) (u) a << 5) F (sum_4, long, ((ul) (u) a << 2) + b) \
  F (sum_8, long, ((ul) a << 3) + b) F (magnitude, long, a < 0 ? -(ul) a : a) \
  F (min_u, ul, a < b ? a : b) F (max_u, u, a > b ? a : b) F (max_h, short, a > b ? a : b) \
  F (min_c, unsigned char, a < b ? a : b)

FUNCTIONS

#undef F
#define F(name, type, value) try_##name ();

int main (void)
{
  FUNCTIONS
  return 0;
}

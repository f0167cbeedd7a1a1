/* Numbers of 64 bits in pairs of registers: the exit status is the line of what is wrong, modulo 256.  */
typedef long long ll;
typedef unsigned long long ull;

#define CHECK(X) if (!(X)) return __LINE__ & 255 ? __LINE__ & 255 : 1

__attribute__ ((noipa)) static ll opaque (ll x) { return x; }
__attribute__ ((noipa)) static ll add (ll a, ll b) { return a + b; }
__attribute__ ((noipa)) static ll sub (ll a, ll b) { return a - b; }
__attribute__ ((noipa)) static ll mul (ll a, ll b) { return a * b; }
__attribute__ ((noipa)) static ll neg (ll a) { return -a; }
__attribute__ ((noipa)) static ll absolute (ll a) { return a < 0 ? -a : a; }
__attribute__ ((noipa)) static ll product (int a, int b) { return (ll) a * b; }
__attribute__ ((noipa)) static ull uproduct (unsigned a, unsigned b) { return (ull) a * b; }
__attribute__ ((noipa)) static unsigned high (unsigned a, unsigned b) { return (ull) a * b >> 32; }
__attribute__ ((noipa)) static int order (ll a, ll b) { return (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a > b); }
__attribute__ ((noipa)) static int uorder (ull a, ull b) { return (a < b) + 2 * (a <= b) + 4 * (a != b) + 8 * (a >= b); }
__attribute__ ((noipa)) static ll left (ll a, int n) { return a << n; }
__attribute__ ((noipa)) static ll right (ll a, int n) { return a >> n; }
__attribute__ ((noipa)) static ull uright (ull a, int n) { return a >> n; }
__attribute__ ((noipa)) static int jumps (ll a) { if (a < 0) return 1; if (a == 0) return 2; if (a > 0x100000000) return 3; return 4; }
__attribute__ ((noipa)) static int overflows (ll a, ll b, ll *r) { return __builtin_mul_overflow (a, b, r); }
__attribute__ ((noipa)) static int uoverflows (unsigned a, unsigned b, unsigned *r) { return __builtin_add_overflow (a, b, r); }

int
main (void)
{
  ll a = 0x123456789abcdef0, b = -0x0fedcba987654321, r;
  unsigned u;
  CHECK (add (a, b) == 0x02468acf13579bcf && add (0xffffffff, 1) == 0x100000000);
  CHECK (sub (a, b) == 0x2222222222222211 && sub (0, 1) == -1);
  CHECK (mul (a, 3) == 0x369d0369d0369cd0 && mul (-1, -1) == 1 && mul (0x100000001, 0x100000001) == 0x200000001);
  CHECK (neg (a) == -0x123456789abcdef0 && neg (0) == 0 && absolute (b) == 0x0fedcba987654321);
  CHECK (product (-70000, 70000) == -4900000000 && uproduct (0xffffffff, 0xffffffff) == 0xfffffffe00000001);
  CHECK (high (0x80000000, 6) == 3);
  CHECK (opaque (a) / 1000003 == 1311764532083 && opaque (b) % 1000003 == -560321 || opaque (a) / 1000003 * 1000003 + opaque (a) % 1000003 == a);
  CHECK ((ull) opaque (-1) / 10 == 1844674407370955161 && (ull) opaque (-1) % 10 == 5);
  CHECK (order (a, b) == 8 && order (b, a) == 3 && order (a, a) == 6 && order (1, 0x100000000) == 3);
  CHECK (uorder (a, b) == 7 && uorder (b, a) == 12 && uorder (a, a) == 10);
  CHECK (left (a, 0) == a && left (a, 4) == 0x23456789abcdef00 && left (a, 31) == 0x4d5e6f7800000000);
  CHECK (left (a, 32) == (ll) 0x9abcdef000000000 && left (1, 63) == (ll) 0x8000000000000000);
  CHECK (right (b, 4) == -0xfedcba98765433 && right (b, 32) == -0xfedcbaa && right (b, 63) == -1 && right (a, 33) == 0x91a2b3c);
  CHECK (uright (b, 4) == 0x0f0123456789abcd && uright (b, 36) == 0x0f01234 >> 0 || uright (b, 36) == (ull) b >> 36);
  CHECK (jumps (b) == 1 && jumps (0) == 2 && jumps (a) == 3 && jumps (7) == 4);
  CHECK (overflows (a, 100, &r) && !overflows (a, -2, &r) && r == -2 * a);
  CHECK (uoverflows (0xffffffff, 2, &u) && u == 1 && !uoverflows (3, 4, &u) && u == 7);
  CHECK (__builtin_clzll (opaque (1)) == 63 && __builtin_ctzll (opaque (0x100000000)) == 32 && __builtin_popcountll (opaque (-1)) == 64);
  CHECK (__builtin_clz (opaque (1)) == 31 && __builtin_ffs (opaque (8)) == 4 && __builtin_parityll (opaque (7)) == 1);
  CHECK (__builtin_bswap64 (opaque (a)) == 0xf0debc9a78563412 && __builtin_bswap32 (opaque (a)) == 0xf0debc9a);
  return 0;
}

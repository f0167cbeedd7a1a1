/* Bits, signs and pointers that are tested, for all kinds of numbers; products that are negated without overflow; elements
   of constant strings.  */
int printf (const char *, ...);

typedef int wide;
static const char narrow[6] = "a\377b";
static const wide letters[] = L"x\x7fffffffy";
static const unsigned short halves[5] = u"ab\xffff";
struct bits { unsigned one : 1; _Bool truth : 1; unsigned char byte : 1; int sign : 1; } b;

#define F(name, ty, result, e) __attribute__ ((noipa)) result name (ty x) { return e; }
F (high, int, int, (x & -256) ? 1 : 2)
F (high_l, long, int, ({ long y = x & -4096; y == 0; }))
F (high_c, unsigned char, int, ({ unsigned char y = x & -16; y != 0; }))
F (low, int, int, (x & 0xff) < 16)
F (low_u, unsigned, int, ({ unsigned y = x & 8191; y > 15; }))
F (low_c, signed char, int, (x & 0x7f) <= 7)
F (pointer, char *, int, (long) x != 12)
F (pointer_e, char *, int, ({ unsigned long n = (unsigned long) x; n == -8ul; }))
F (sign, int, int, x < 0 ? 1 : 0)
F (sign_l, long, int, x < 0 ? 1 : 0)
F (sign_il, int, long, x < 0 ? 1 : 0)
F (sign_c, signed char, long, x < 0 ? 1 : 0)
F (sign_4, int, int, x < 0 ? 4 : 0)
F (lowest, int, int, ({ int y = x >> 31; y & 1; }))
F (lowest_s, short, int, ({ short y = x >> 15; y & 1; }))
F (bit, int, long, (x & 32) ? 1 : 0)
F (bit_u, unsigned, long, (x & 0x80000000u) ? 1 : 0)
F (bit_l, long, char, x & 0x100000000l ? 1 : 0)
F (truth, long, _Bool, x & 64 ? 1 : 0)
F (branch, long, int, ({ int r = 5; if (x & 64 ? 1 : 0) r = 3; r; }))
F (odd, int, int, ({ int r = 5; if (x & 1) r = 3; r; }))
F (odd_b, int, int, ({ _Bool y = (x & 3) & 1; y + 1; }))
F (separate, int, int, (x & 3) + ((x >> 1) & 12))
F (product, int, int, 64 - (x & 0xffff) * 8)
F (product_3, int, int, 64 - (x & 0xffff) * 3)
F (field, int, int, ({ b.one = !!(x & 8); b.truth = b.one; b.byte = b.truth; b.sign = b.byte; b.one + b.truth * 2 + b.byte * 4 + b.sign * 8; }))
F (string, int, int, narrow[0] + narrow[1] + narrow[3] + narrow[5] + letters[1] / 2 + letters[3] + halves[2] + halves[4] + "abc"[1] + L"q"[1] + narrow[x & 1])

int
main (void)
{
  static const long values[] = {
    0, 1, 2, 7, 8, 12, 15, 16, 31, 32, 63, 64, 127, 128, 240, 255, 256, 4095, 4096, 8191, 8192, 32767, 32768, 65535, 2147483647,
    2147483648, 4294967295, 4294967296, -1, -2, -8, -16, -128, -256, -4096, -32768, -2147483647, -2147483648,
    -9223372036854775807 - 1, 9223372036854775807
  };
  for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
    {
      long v = values[i];
      printf ("%ld: %d %d %d %d %d %d ", v, high (v), high_l (v), high_c (v), low (v), low_u (v), low_c (v));
      printf ("%d %d %d %d %ld %ld %d ", pointer ((char *) v), pointer_e ((char *) v), sign (v), sign_l (v), sign_il (v),
              sign_c (v), sign_4 (v));
      printf ("%d %d %ld %ld %d %d ", lowest (v), lowest_s (v), bit (v), bit_u (v), bit_l (v), truth (v));
      printf ("%d %d %d %d %d %d %d %d\n", branch (v), odd (v), odd_b (v), separate (v), product (v), product_3 (v), field (v),
              string (v));
    }
  return 0;
}

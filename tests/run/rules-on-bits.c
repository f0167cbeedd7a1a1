/* What rules about bits, quotients and functions that count bits make of sums is what the sums are.  */

#define N __attribute__ ((noipa))

N int merged (int a, int b, int m) { int r = (a & ~m) | (b & m); return r; }
N unsigned spread (unsigned char c) { unsigned s = c; return s | s << 8 | s << 16 | s << 24; }
N int spread_signed (unsigned char d) { return d | d << 8 | d << 16 | d << 24; }
N long apart (int *p, int *q) { long t = q - p; return t * 4; }
N int far (int *v, int *w) { unsigned long u = w - v; return u > 4; }
N unsigned long moved (int *k, int *l) { long g = l - k; unsigned long h = g + 3; return h * 4; }
N int sign (int e) { int f = e >> 31; return -f; }
N int choice (unsigned x, unsigned y) { return (x == 0) | (x > y); }
N int both (unsigned i, unsigned j) { return i <= j && i == 0; }
N int zeros (int n) { return __builtin_ctz (n) > 2; }
N int first (int o) { return __builtin_ffs (o) > 2; }
N int one (unsigned z) { return __builtin_popcount (z & 8) + __builtin_parity (z & 16); }
N int shifted (int y2) { return (3 << y2) == 24; }
N char *end (char *s2) { return __builtin_strchr (s2, 0); }

int main (void)
{
  int array[16];
  char text[] = "four";
  if (merged (0x1234, 0x5678, 0xff) != 0x1278 || spread (0xab) != 0xababababu)
    __builtin_abort ();
  if (spread_signed (0xab) != (int) 0xababababu || apart (array + 1, array + 9) != 32)
    __builtin_abort ();
  if (far (array, array + 4) || !far (array, array + 5) || !far (array + 5, array))
    __builtin_abort ();
  if (moved (array, array + 2) != 20 || moved (array + 5, array) != -8ul)
    __builtin_abort ();
  if (sign (-5) != 1 || sign (5) != 0)
    __builtin_abort ();
  if (!choice (0, 7) || !choice (8, 7) || choice (7, 7))
    __builtin_abort ();
  if (!both (0, 0) || both (1, 2))
    __builtin_abort ();
  if (!zeros (8) || zeros (4) || !first (4) || first (2) || first (0))
    __builtin_abort ();
  if (one (24) != 2 || one (8) != 1 || one (7) != 0)
    __builtin_abort ();
  if (!shifted (3) || shifted (2) || end (text) != text + 4)
    __builtin_abort ();
  return 0;
}

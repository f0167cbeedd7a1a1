/* What loops leave, where it can be told from how often they are gone round. */
extern int printf (const char *, ...);
#define F static long __attribute__ ((noipa))

F sum (unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += 3; return s; }
F product (int n, int m) { int s = 0; for (int i = 0; i < n; i++) s += m; return s; }
F at_least_once (int n, int m) { int s = 0, i = 0; do { s += m * 3; i += 2; } while (i < n); return s + i; }
F by_eight (long n) { long i; for (i = 0; i < n; i += 8) ; return i; }
F not_equal (long n, long k) { long i; for (i = k; i != n; i += 4) ; return i; }
F narrow (short n) { short s = 0; for (int i = 0; i < n; i++) s += 5; return s; }
F unsigned_char (int n) { unsigned char s = 250; for (int i = 0; i < n; i++) s++; return s; }
F down (int n) { int i; for (i = n; i > 3; i--) ; return i; }
F inner (int n, int m) { int s = 1; for (int j = 0; j < m; j++) { for (int i = 0; i < n; i++) s += j; s ^= 5; } return s; }
F last_index (int n) { int r = -1; for (int i = 0; i < n; i++) r = i; return r; }
F squares (int n) { int s = 0, k = 0; for (int i = 0; i < n; i++) { s += k; k += 2; } return s; }
F ten (int n) { int r = 0; for (int i = 0; i < 10; i++) r += n; return r; }
F pointers (char *p, long n) { char *q; for (q = p; q < p + n; q++) *q = 1; return q - p; }
F evaluated (int *a) { int s = 0; unsigned i; for (i = 1; i < 1000; i = i * 3) s += a[i & 3]; return s + i; }
F two_tests (int *a, int n) { int i; for (i = 0; i < 25; i++) { if (i == n) break; a[i & 3] ^= i; } return i; }
F wide (unsigned n) { unsigned long s = 7; for (unsigned i = 0; i < n; i++) s += 0x100000000ul; return s; }
F wraps (unsigned char k) { int r = 0; for (unsigned char i = k; i != 3; i++) r += 2; return r; }

int main (void)
{
  static const int some[] = { -7, -1, 0, 1, 2, 3, 8, 9, 17, 100 };
  char text[200];
  int a[4] = { 1, 20, 300, 4000 };
  for (unsigned at = 0; at < sizeof some / sizeof *some; at++)
    {
      int n = some[at], positive = n < 0 ? 0 : n;
      printf ("%d: %ld %ld %ld %ld %ld", n, sum (positive), product (n, 7 - n), at_least_once (n, n + 2), by_eight (n), not_equal (n * 4, -40));
      printf (" %ld %ld %ld %ld %ld %ld", narrow (n), unsigned_char (n), down (n), inner (n, 3), last_index (n), squares (n));
      printf (" %ld %ld %ld %ld %ld %ld\n", ten (n), pointers (text, positive), evaluated (a), two_tests (a, n), wide (positive), wraps (n));
    }
  return 0;
}

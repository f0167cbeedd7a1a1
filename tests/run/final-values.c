/* What loops leave: counted up and down, by steps that do not divide the way, in narrow types, on the way of sums
   whose parts overflow though they do not, by pointers, and from loops that are not gone round.  */
#include <stdio.h>

static int calls;
__attribute__ ((noipa)) static void g (void) { calls++; }

__attribute__ ((noipa)) static int bound (int n) { int i; for (i = 0; i < n; i++) g (); return i; }
__attribute__ ((noipa)) static int once (int n) { int i = 0; do { g (); i += 4; } while (i < n); return i; }
__attribute__ ((noipa)) static int down (int n, int m) { int s = m; for (int i = n; i > 0; i--) s -= 50000000; return s; }
__attribute__ ((noipa)) static unsigned char narrow (int n) { unsigned char c = 7; for (int i = 0; i < n; i++) { g (); c += 77; } return c; }
__attribute__ ((noipa)) static short shorter (int n) { short s = 0; for (int i = 0; i < n; i++) s += 1000; return s; }
__attribute__ ((noipa)) static long difference (long a, long b) { long i; for (i = a; i != b; i++) g (); return i; }
__attribute__ ((noipa)) static const char *walk (const char *p, unsigned n) { for (unsigned i = 0; i < n; i++) { g (); p += 3; } return p; }
__attribute__ ((noipa)) static const int *meet (const int *p, const int *e) { while (p < e) { g (); p += 2; } return p; }
__attribute__ ((noipa)) static int nest (int n, int m)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < m; j++)
        k += 3;
      g ();
    }
  return k;
}
__attribute__ ((noipa)) static unsigned wraps (unsigned a, unsigned b) { unsigned i; for (i = a; i < b; i += 16) g (); return i; }

int main (void)
{
  static const char text[64];
  static const int numbers[16];
  printf ("%d %d %d\n", bound (-3), bound (0), bound (17));
  printf ("%d %d %d %d\n", once (-9), once (4), once (5), once (29));
  int low = down (80, 2000000000);
  printf ("%d %d %d\n", low < -1000000000, low, down (-1, 5));
  printf ("%d %d %d\n", narrow (0), narrow (9), shorter (100));
  printf ("%ld %ld\n", difference (-4, 6), difference (5, 5));
  printf ("%d %d\n", (int) (walk (text, 0) - text), (int) (walk (text, 20) - text));
  printf ("%d %d\n", (int) (meet (numbers, numbers + 7) - numbers), (int) (meet (numbers + 3, numbers) - numbers));
  printf ("%d %d\n", nest (0, 5), nest (6, 7));
  printf ("%u %u\n", wraps (3, 100), wraps (100, 3));
  printf ("%d\n", calls);
}

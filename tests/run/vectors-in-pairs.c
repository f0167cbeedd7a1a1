/* Vectors of two words and of less than one: passed, returned, put together of lanes and taken apart, changed lane by lane, kept
   across calls, in memory that varies and where control joins. */
#include <stdio.h>

typedef int v4 __attribute__ ((vector_size (16)));
typedef unsigned char c16 __attribute__ ((vector_size (16)));
typedef long l2 __attribute__ ((vector_size (16)));
typedef short h2 __attribute__ ((vector_size (4)));
typedef unsigned char c2 __attribute__ ((vector_size (2)));

#define NO __attribute__ ((noipa))

NO v4 add (v4 a, v4 b) { return a + b; }
NO v4 sum7 (int x, v4 a, v4 b, v4 c, int y, v4 d) { return a + b + c + d + (v4) { x, y, x, y }; }
NO v4 made (int a, int b) { return (v4) { a, 7, b, 0 }; }
NO v4 ends (int a) { return (v4) { a }; }
NO v4 put (v4 a, int i, int x) { a[i] = x; a[1] = x + 1; return a; }
NO int get (v4 a, int i) { return a[i] + a[3]; }
NO l2 swapped (l2 a) { return (l2) { a[1], a[0] }; }
NO c16 bytes (c16 a, unsigned char x) { a[9] = x; return a / (c16) { 3, 3, 3, 3, 5, 5, 5, 5, 7, 7, 7, 7, 9, 9, 9, 9 }; }
NO h2 halves (h2 a, h2 b, int x) { h2 r = a * b; r[1] = x; return r; }
NO c2 two (c2 a) { return a + (c2) { 1, 2 }; }
NO v4 chosen (int c, v4 a, v4 b) { v4 r = a; if (c) { r = b; r[2] = c; } return r; }
NO v4 looped (v4 a, int n) { v4 s = { 0 }; for (int i = 0; i < n; i++) { s += a; s[i & 3] -= i; } return s; }
NO unsigned __int128 seen (v4 a) { return (unsigned __int128) a; }
NO v4 across (v4 a) { v4 b = add (a, a); v4 c = made (1, 2); return b - c + a; }
NO h2 last (long a, long b, long c, long d, long e, long f, long g, long h, h2 i, v4 j) { return i + (h2) { (short) j[3], (short) a }; }

static void show (const char *name, v4 a) { printf ("%s %d %d %d %d\n", name, a[0], a[1], a[2], a[3]); }

int main (void)
{
  volatile v4 kept = { 5, -6, 7, -8 };
  v4 a = kept, b = { 100, 200, 300, 400 };
  show ("add", add (a, b));
  show ("sum7", sum7 (1, a, b, a, 2, b));
  show ("made", made (-3, 9));
  show ("ends", ends (-3));
  show ("put", put (a, 2, 77));
  printf ("get %d %d\n", get (a, 1), get (a, 3));
  l2 l = swapped ((l2) { 1L << 40, -2 });
  printf ("swapped %ld %ld\n", l[0], l[1]);
  c16 c = { 9, 19, 29, 39, 49, 59, 69, 79, 89, 99, 109, 119, 129, 139, 149, 159 };
  c = bytes (c, 250);
  for (int i = 0; i < 16; i++)
    printf ("%d ", c[i]);
  h2 h = halves ((h2) { -3, 300 }, (h2) { 5, 300 }, -9);
  c2 t = two ((c2) { 255, 3 });
  printf ("\nhalves %d %d two %d %d\n", h[0], h[1], t[0], t[1]);
  show ("chosen", chosen (0, a, b));
  show ("chosen", chosen (4, a, b));
  show ("looped", looped (b, 9));
  unsigned __int128 s = seen (a);
  printf ("seen %lx %lx\n", (long) (s >> 64), (long) s);
  show ("across", across (a));
  h = last (1, 2, 3, 4, 5, 6, 7, 8, h, a);
  printf ("last %d %d\n", h[0], h[1]);
  return 0;
}

/* Extensions that nobody reads go; those that somebody reads stay, whoever that is. */
extern int printf (const char *, ...);
#define NI __attribute__ ((noipa))

NI int shifted (int a, int b) { unsigned short t = a + b; return t >> 3; }
NI int compared (int a, int b) { signed char t = a * b; return t < 5; }
NI int divided (int a, int b) { short t = a + b; return t / 7; }
NI unsigned long widened (int a, int b) { unsigned char t = a ^ b; return (unsigned long) t << 40; }
NI double converted (int a, int b) { short t = a - b; return t; }
NI int looped (int n)
{
  unsigned char c = 250;
  int rounds = 0;
  while (c > 3 && rounds < n)
    {
      c += 3;
      rounds++;
    }
  return rounds * 1000 + c;
}
NI int carried (const int *p, int n)
{
  short s = 0;
  int big = 0;
  for (int i = 0; i < n; i++)
    {
      if (s > 30000)
        big++;
      s = (short) (s + p[i]) ^ 1;
    }
  return big * 100000 + s;
}
NI int indexed (const int *p, int a, int b) { unsigned char t = a + b; return p[t]; }
NI int switched (int a, int b)
{
  signed char t = a + b;
  switch (t) { case -1: return 1; case 0: return 2; case 127: return 3; case -128: return 4; default: return 5; }
}
NI short returned (int a, int b) { return a + b; }
NI int passed (short s, unsigned char c) { return s * 3 + c; }
NI int calls (int a, int b) { return passed (a + b, a - b); }
NI void stored (unsigned short *p, unsigned char *q, int a, int b) { unsigned short t = a * b; *p = t; *q = t; }
NI int masked (int a, int b) { unsigned char t = a + b; return t & 0xff; }
NI long rotated (unsigned a, int n) { unsigned char t = a + n; return (t >> 3 | t << 5) & 0xff; }
NI int low_word (long a, long b) { int t = a + b; return t / 3; }
NI long signed_word (long a, long b) { int t = a * b; return (long) t >> 5; }
NI unsigned long unsigned_word (long a, long b) { unsigned t = a - b; return t / 10ul; }
NI int both (int a, int b) { unsigned short t = a + b; int low = (unsigned char) t; return low + (t > 40000); }
NI int sign_of_half (short *p) { short x = *p; short y = x >> 15; return (short) (x ^ y) == (short) -32768 ? 1 : x - y; }

int main (void)
{
  int v[] = { 30001, -5, 20000, 40000, 7, -30000 }, w[256];
  for (int i = 0; i < 256; i++)
    w[i] = i * i;
  unsigned short h;
  unsigned char c;
  stored (&h, &c, 300, 777);
  short min = -32768, one = 1;
  printf ("%d %d %d %lx %g\n", shifted (65535, 9), compared (100, 3), divided (32767, 3), widened (0x7ff, 0x100),
          converted (-32768, 1));
  printf ("%d %d %d %d%d%d%d%d\n", looped (10), carried (v, 6), indexed (w, 200, 100), switched (100, 155), switched (128, 128),
          switched (100, 27), switched (64, 64), switched (1, 1));
  printf ("%d %d %d %d\n", returned (40000, 1), calls (70000, 5), h, c);
  printf ("%d %ld %d %ld %lu %d %d %d\n", masked (200, 100), rotated (300, 7), low_word (0x7fffffff, 5), signed_word (0x7fffffff, 9),
          unsigned_word (1, 2), both (65535, 41000), sign_of_half (&min), sign_of_half (&one));
  return 0;
}

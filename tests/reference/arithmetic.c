/* Operators of all kinds on integers of several widths. */
int mixed (char c, short s, long l) { return c + s * l; }
unsigned shift (unsigned x, int n) { return (x << n) | (x >> (32 - n)); }
int divide (int a, int b) { return a / b + a % b - a / 8 + a % 8; }
int logic (int a, int b) { return (a & b) ^ (a | ~b); }
unsigned char narrow (unsigned char a, unsigned char b) { return a + b; }
long widen (int a, unsigned b) { return (long) a * b; }
_Bool truth (int a) { return a; }

int
compound (int a, int b)
{
  a += b;
  a *= 3;
  a <<= 2;
  b ^= a;
  a -= b--;
  return a + ++b;
}

int comma (int a) { return a++, a * 2; }

/* The number of bits to shift by is an unsigned int, whatever its type. */
unsigned long
by_long (unsigned long x, long n)
{
  return x >> n;
}

unsigned long
from_the_top (unsigned long x, int n)
{
  return x >> (8 * sizeof (x) - n);
}

int
in_place (int x, unsigned long n, short m)
{
  x <<= n - 1;
  x >>= m + 1;
  return x << (n & 7);
}

unsigned
rotated (unsigned x, long n)
{
  return x << (n & 31) | x >> (32 - (n & 31));
}

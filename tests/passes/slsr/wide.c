/* { dg-do run } */
/* { dg-options "-O2" } */

/* Numbers that are as large as can be, and those wider than a word, are left alone or come out right. */
typedef __int128 wide;
#define LOWEST ((wide) ((unsigned __int128) 1 << 127))
__attribute__ ((noipa)) wide less (unsigned __int128 a) { return a - LOWEST; }
__attribute__ ((noipa)) unsigned long large (unsigned long a, unsigned long b)
{
  unsigned long c = (a + 0xfffffffffffffff8) * 0x7fffffffffffffff, d = (a + 0x8000000000000000) * 0x7fffffffffffffff;
  unsigned long e = b * 0xfffffffffffffff1, f = b * 0x8000000000000001;
  return c ^ d ^ e ^ f ^ (a - 0x8000000000000000) * b ^ (a + 16) * b;
}
int main (void)
{
  volatile unsigned long k = 0x7fffffffffffffff, m = 0x8000000000000000;
  unsigned long a = 12345, b = 678;
  unsigned long c = (a - 8) * k, d = (a + m) * k, e = b * (0 - 15UL - (k - k)), f = b * (m + 1);
  if (large (a, b) != (c ^ d ^ e ^ f ^ (a - m) * b ^ (a + 16) * b)) __builtin_abort ();
  if (less (5) != LOWEST + 5) __builtin_abort ();
  return 0;
}

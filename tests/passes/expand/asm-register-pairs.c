/* Operands of an asm that take two registers: integers, complex numbers, long double; beside registers that are named
   and clobbered, in loops, and in memory where that is allowed as well.  */
/* { dg-do run } */
/* { dg-options "-O2" } */

typedef __int128 wide;
#define F __attribute__ ((noinline))

F static wide
same (wide a)
{
  __asm__ ("" : "+r" (a));
  return a;
}

F static wide
tied (wide a, wide b)
{
  wide x, y;
  __asm__ ("" : "=r" (x), "=r" (y) : "0" (a), "1" (b));
  return x - y;
}

F static long
low_words (wide a, wide b, long c)
{
  long sum;
  __asm__ ("add %0, %1, %2\n\tadd %0, %0, %3" : "=&r" (sum) : "r" (a), "r" (b), "r" (c) : "a4", "a2", "t3");
  return sum;
}

F static wide
named (wide a, long b)
{
  register long in __asm__ ("a5") = b;
  wide out;
  __asm__ ("mv %0, %1" : "=r" (out) : "r" (in), "0" (a));
  return out;
}

F static _Complex double
parts (_Complex double v)
{
  __asm__ ("" : "+r" (v));
  return v;
}

F static _Complex long
longs (_Complex long v)
{
  __asm__ ("" : "+r" (v) : "r" (0), "r" (1));
  return v;
}

F static long double
quad (long double v, long double *p)
{
  __asm__ ("" : "=g" (*p) : "0" (v));
  __asm__ ("" : "+r" (v));
  return v;
}

F static wide
loop (wide a, int n)
{
  wide sum = 0;
  for (int i = 0; i < n; i++)
    {
      wide next = a + i;
      __asm__ volatile ("" : "+r" (next), "+r" (sum));
      sum += next * (i + 1);
    }
  return sum;
}

int
main (void)
{
  wide big = ((wide) 0x123456789abcdef << 64) | 0xfedcba987654321;
  long double q;
  if (same (big) != big || tied (big, 7) != big - 7 || low_words (5, big * 0 + 6, 7) != 18)
    return 1;
  if (named (big, 77) != (big >> 64 << 64) + 77)
    return 2;
  _Complex double p = parts (1.5 + 2.5i);
  _Complex long l = longs (3 + 4i);
  if (__real__ p != 1.5 || __imag__ p != 2.5 || __real__ l != 3 || __imag__ l != 4)
    return 3;
  if (quad (1.25L, &q) != 1.25L || q != 1.25L)
    return 4;
  return loop (big, 5) != big * 15 + 40;
}

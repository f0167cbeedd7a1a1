/* { dg-do run } */
/* { dg-options "-O2" } */

/* Builtins that are instructions, or calls of library functions with other names.  */
void abort (void);

/* The library's, as far as they are called here.  */
__attribute__ ((noipa)) double sqrt (double x) { return -x; }
__attribute__ ((noipa)) float sqrtf (float x) { return -x; }
__attribute__ ((noipa)) long lround (double x) { return x < 0 ? x - 0.5 : x + 0.5; }
__attribute__ ((noipa)) long lrint (double x) { return x + 0x1.8p52 - 0x1.8p52; }
__attribute__ ((noipa)) double ceil (double x) { long n = x; return n < x ? n + 1 : n; }
__attribute__ ((noipa)) double floor (double x) { long n = x; return n > x ? n - 1 : n; }

__attribute__ ((noipa)) static double
power (double x, int n)
{
  return __builtin_powi (x, n);
}

__attribute__ ((noipa)) static unsigned __int128
reversed (unsigned __int128 x)
{
  return __builtin_bswap128 (x);
}

__attribute__ ((noipa)) static double
fused (double a, double b, double c)
{
  return __builtin_fma (a, b, c) + __builtin_sqrt (b);
}

__attribute__ ((noipa)) static float
fusedf (float a, float b, float c)
{
  return __builtin_fmaf (a, b, c) + __builtin_sqrtf (b);
}

__attribute__ ((noipa)) static long double
signed_like (long double a, long double b)
{
  return __builtin_copysignl (a, b);
}

__attribute__ ((noipa)) static int
rounded (double x)
{
  return __builtin_iround (x) + 10 * __builtin_iceil (x) + 100 * __builtin_ifloor (x) + 1000 * __builtin_irint (x)
	 + 10000 * (int) __builtin_lceil (x) + 100000 * (int) __builtin_llfloor (x);
}

int
main (void)
{
  if (power (2, 10) != 1024 || power (3, -1) != 1.0 / 3 || power (-2, 3) != -8)
    abort ();
  unsigned __int128 r = reversed ((unsigned __int128) 0x0102030405060708 << 64 | 0x1112131415161718);
  if ((long) (r >> 64) != 0x1817161514131211 || (long) r != 0x0807060504030201)
    abort ();
  if (fused (3, 4, 0.125) != 12.125 + 2)
    abort ();
  if (fusedf (3, 4, 0.125f) != 12.125f + 2)
    abort ();
  if (!__builtin_signbit (signed_like (2, -0.0L)) || signed_like (-2, 1) != 2)
    abort ();
  if (rounded (2.5) != 3 + 30 + 200 + 2000 + 30000 + 200000 || rounded (-1.5) != -2 - 10 - 200 - 2000 - 10000 - 200000)
    abort ();
  if (__builtin_thread_pointer () == 0)
    abort ();
  volatile unsigned five = 5;
  __builtin_riscv_fsflags (five);
  if (__builtin_riscv_frflags () != 5)
    abort ();
  char flag = 0;
  if (__sync_lock_test_and_set (&flag, 1) != 0 || __sync_lock_test_and_set (&flag, 1) != 1)
    abort ();
  return 0;
}

/* Builtins about integers, of constants and of what is known at run time only. */
int printf (const char *, ...);

#define BITS(F, T) \
  { \
    volatile T v = (T) 0x123456789abcdef0; \
    volatile T w = (T) -5; \
    printf (#F " %ld %ld %ld %ld\n", (long) __builtin_##F (v), (long) __builtin_##F (w), \
            (long) __builtin_##F ((T) 0x123456789abcdef0), (long) __builtin_##F ((T) -5)); \
  }
#define FAMILY(F, T) BITS (F, T int) BITS (F##l, T long) BITS (F##ll, T long long) BITS (F##imax, T long)

static void bits (void)
{
  FAMILY (ffs, signed)
  FAMILY (clz, unsigned)
  FAMILY (ctz, unsigned)
  FAMILY (clrsb, signed)
  FAMILY (popcount, unsigned)
  FAMILY (parity, unsigned)
  BITS (bswap16, unsigned short)
  BITS (bswap32, unsigned)
  BITS (bswap64, unsigned long)
  BITS (abs, int)
  BITS (labs, long)
  BITS (llabs, long long)
  volatile unsigned __int128 v = (unsigned __int128) 0x123456789abcdef0 << 64 | 7;
  unsigned __int128 r = __builtin_bswap128 (v);
  printf ("%lx %lx\n", (long) (r >> 64), (long) r);
}

#define CHECKED(F, T, FORMAT) \
  { \
    volatile T a = (T) 0x7fffffff7fffffff, b = (T) 3; \
    T r; \
    int o = __builtin_##F (a, b, &r); \
    printf (#F " %d " FORMAT, o, r); \
    o = __builtin_##F (b, a, &r); \
    printf (" %d " FORMAT, o, r); \
    o = __builtin_##F ((T) 7, (T) 9, &r); \
    printf (" %d " FORMAT "\n", o, r); \
  }

static void overflow (void)
{
  CHECKED (sadd_overflow, int, "%d") CHECKED (saddl_overflow, long, "%ld") CHECKED (saddll_overflow, long long, "%lld")
  CHECKED (ssub_overflow, int, "%d") CHECKED (ssubl_overflow, long, "%ld") CHECKED (ssubll_overflow, long long, "%lld")
  CHECKED (smul_overflow, int, "%d") CHECKED (smull_overflow, long, "%ld") CHECKED (smulll_overflow, long long, "%lld")
  CHECKED (uadd_overflow, unsigned, "%u") CHECKED (uaddl_overflow, unsigned long, "%lu")
  CHECKED (uaddll_overflow, unsigned long long, "%llu")
  CHECKED (usub_overflow, unsigned, "%u") CHECKED (usubl_overflow, unsigned long, "%lu")
  CHECKED (usubll_overflow, unsigned long long, "%llu")
  CHECKED (umul_overflow, unsigned, "%u") CHECKED (umull_overflow, unsigned long, "%lu")
  CHECKED (umulll_overflow, unsigned long long, "%llu")
  volatile int a = 0x7fffffff;
  printf ("%d %d %d\n", __builtin_add_overflow_p (a, 1, (int) 0), __builtin_sub_overflow_p (a, 1, (short) 0),
          __builtin_mul_overflow_p (a, 2, 0L));
}

static int sum (int n, ...)
{
  __builtin_va_list list, again;
  __builtin_va_start (list, n);
  __builtin_va_copy (again, list);
  int s = 0;
  for (int i = 0; i < n; i++)
    s += __builtin_va_arg (list, int) * 10 + __builtin_va_arg (again, int);
  __builtin_va_end (list);
  __builtin_va_end (again);
  return s;
}

struct pair { char c; int i; };

__attribute__ ((noipa)) static int likely (long a)
{
  if (__builtin_expect (a > 3, 1))
    return 1;
  return __builtin_expect_with_probability (a, 2, 0.5) == 2 ? 2 : 3;
}

__attribute__ ((noipa)) static long filled (unsigned long n)
{
  char *p = __builtin_alloca_with_align (n, 256);
  char *q = __builtin_alloca_with_align_and_max (n, 256, 1000);
  __builtin_memset (p, 1, n);
  __builtin_memset (q, 2, n);
  return ((long) p | (long) q) % 32 + p[n - 1] * 10 + q[0];
}

static void others (void)
{
  int array[4] = { 1, 2, 3, 4 };
  int *aligned = __builtin_assume_aligned (array, 4);
  __builtin_prefetch (array);
  __builtin_prefetch (array, 1, 3);
  printf ("%d %d\n", aligned[2], sum (3, 1, 2, 3));
  printf ("%d %d %d\n", likely (7), likely (2), likely (1));
  printf ("%d %d %d\n", __builtin_classify_type (1), __builtin_classify_type (1.0), __builtin_classify_type (array));
  printf ("%d %d\n", __builtin_types_compatible_p (int, const int), __builtin_choose_expr (1, 7, "x"));
  printf ("%d %ld\n", (int) __builtin_offsetof (struct pair, i), filled (40));
  printf ("%d\n", __builtin_constant_p (3));
}

int main (int argc, char **argv)
{
  bits ();
  overflow ();
  others ();
  if (argc > 100)
    __builtin_trap ();
  if (argc > 200)
    __builtin_unreachable ();
  return 0;
}

/* The overflow builtins: results of other types than the operands', with types in their names, asking only. */
int printf (const char *, ...);

static int ir;
static long lr;
static unsigned ur;
static signed char cr;

static int
generic (int a, unsigned b, long c)
{
  int bits = __builtin_add_overflow (a, b, &ir);
  bits = bits * 2 + __builtin_sub_overflow (b, c, &ur);
  bits = bits * 2 + __builtin_mul_overflow (a, c, &cr);
  return bits * 2 + __builtin_mul_overflow (c, c, &lr);
}

static int
named (int a, unsigned b, long c)
{
  int bits = __builtin_sadd_overflow (a, a, &ir);
  bits = bits * 2 + __builtin_usub_overflow (b, a, &ur);
  return bits * 2 + __builtin_smull_overflow (c, a, &lr);
}

static int
asks (int a, long c)
{
  return __builtin_add_overflow_p (a, c, (short) 0) * 4 + __builtin_mul_overflow_p (c, c, 0L) * 2
         + __builtin_sub_overflow_p (1, 2, 0u);
}

static int
in_place (long *p, long by)
{
  return __builtin_add_overflow (*p, by, p);
}

int
main (void)
{
  static const int as[] = { 0, 1, -1, 100, 2147483647, -2147483647 - 1 };
  static const long cs[] = { 0, -1, 127, 3000000000, 9223372036854775807 };
  for (unsigned i = 0; i < sizeof as / sizeof *as; i++)
    for (unsigned k = 0; k < sizeof cs / sizeof *cs; k++)
      {
        printf ("%d %u %ld:", as[i], (unsigned) cs[k], cs[k]);
        printf (" %d", generic (as[i], cs[k], cs[k]));
        printf (" %d %u %ld %d", ir, ur, lr, cr);
        printf (" %d", named (as[i], cs[k], cs[k]));
        printf (" %d %u %ld", ir, ur, lr);
        printf (" %d", asks (as[i], cs[k]));
        long sum = as[i];
        printf (" %d", in_place (&sum, cs[k]));
        printf (" %ld\n", sum);
      }
  printf ("%d %d\n", __builtin_add_overflow (2147483647, 1, &ir), ir);
  return 0;
}

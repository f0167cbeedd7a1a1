/* Arguments that are handed on whole, until the function is inlined. */
int sum (int n, ...);

static inline __attribute__ ((always_inline)) int handed_on (int n, ...)
{
  return sum (n, __builtin_va_arg_pack ());
}

int f (int a)
{
  return handed_on (3, a, 2, 3) + handed_on (0);
}

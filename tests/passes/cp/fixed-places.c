/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* An attribute names a parameter by its number; a variadic function finds arguments by their places. */
static __attribute__ ((noinline, nonnull (2))) int read_second (int scale, int *p)
{
  __asm__ volatile ("" ::: "memory");
  return *p * scale;
}

static __attribute__ ((noinline)) int sum (int count, ...)
{
  __builtin_va_list list;
  int all = 0;
  __builtin_va_start (list, count);
  for (int i = 0; i < count; i++)
    all += __builtin_va_arg (list, int);
  __builtin_va_end (list);
  return all;
}

int main (int argc, char **argv)
{
  int x = argc + 3;
  if (read_second (5, &x) != 20 || read_second (5, &x) != 20)
    __builtin_abort ();
  if (sum (3, argc, 2, 3) != 6 || sum (3, 4, 5, argc) != 10)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "replacing param #0 scale with const 5" "cp" } } */

/* { dg-do run } */
/* { dg-options "-O2" } */

/* __builtin_next_arg is the address of the first argument without a name, where its registers have been saved. */
__attribute__ ((noipa)) static long sum (int count, ...)
{
  long *next = __builtin_next_arg (count), total = 0;
  for (int i = 0; i < count; i++)
    total += next[i];
  return total;
}

int main (void)
{
  if (sum (3, 1L, 20L, 300L) != 321)
    __builtin_abort ();
  return 0;
}

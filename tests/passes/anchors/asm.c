/* { dg-do compile } */
/* { dg-options "-O2" } */

/* Where a constant is asked for, that is the symbol's own. */
static int a, b;
int f (void)
{
  b = 2;
  asm volatile ("# %0" : : "i" (&a));
  return a;
}

/* { dg-final { scan-assembler {# a\n} } } */
/* { dg-final { scan-assembler {LANCHOR0} } } */

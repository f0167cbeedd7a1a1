/* { dg-do run } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

/* What an automatic array is initialised with stands in a block of constants, and is nobody's variable. */
__attribute__ ((noipa)) static long sum (long *w) { return w[0] + 2 * w[1] + 4 * w[2] + 8 * w[5]; }
static const long weights[4] = { 1, 10, 100, 1000 };
__attribute__ ((noipa)) long weight (int i) { return weights[i]; }
int main (void)
{
  long w[6] = { 1, 2, 3, 4, 5, 6 };
  if (sum (w) != 65)
    return 1;
  long v[6] = { 5, 7, 9, 11, 13, 15 };
  return sum (v) != 175 || weight (2) != 100;
}

/* { dg-final { scan-rtl-dump {\(mem/u/c:DI \(plus:DI[^]]*\]\)\) \[0  ?S8 A64\]\)} "expand" } } */

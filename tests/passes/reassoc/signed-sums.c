/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Signed sums may overflow in another order: they stay. So do those of floating point. */
__attribute__ ((noipa)) int f (int a, int b)
{
  return (a + 5) - b + 7;
}

__attribute__ ((noipa)) double g (double a, double b)
{
  return (a + b) - a;
}

int main (void)
{
  if (f (1, 2) != 11 || g (1e30, 1) != 0)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-not "Width|Transforming" "reassoc1" } } */

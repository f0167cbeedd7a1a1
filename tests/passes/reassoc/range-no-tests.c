/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* What is volatile is read as often as the program says, numbers with fractions are no ranges, and what may trap is
   computed only where it was. */
volatile int v;

__attribute__ ((noipa)) int f (void)
{
  return v == 4 || v == 6;
}

__attribute__ ((noipa)) int g (double x)
{
  return x == 4 || x == 6;
}

__attribute__ ((noipa)) int h (int x, int y)
{
  if (x == 0)
    return 1;
  if (y % x == 0)
    return 1;
  return 0;
}

int main (void)
{
  v = 6;
  if (!f () || !g (6) || g (5) || !h (0, 3) || h (2, 3))
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-not "Optimizing range" "reassoc1" } } */

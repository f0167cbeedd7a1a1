/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Ranges that are a power of two apart: the difference to the first is masked. */
__attribute__ ((noipa)) int f (int x)
{
  return x == 10 | x == 12;
}

__attribute__ ((noipa)) int g (int x)
{
  return (x >= 10 & x <= 12) | (x >= 18 & x <= 20);
}

int main (void)
{
  for (int x = -40; x < 40; x++)
    if (f (x) != (x == 10 || x == 12) || g (x) != (x > 9 && x < 13 || x > 17 && x < 21))
      __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump " into \\(\\(unsigned int\\) x_\[0-9\]*\\(D\\) \\+ 4294967286 & 4294967293\\) != 0" "reassoc1" } } */
/* { dg-final { scan-tree-dump " into \\(\\(unsigned int\\) x_\[0-9\]*\\(D\\) \\+ 4294967286 & 4294967287\\) > 2" "reassoc1" } } */

/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Numbers that differ in one bit: that bit is masked. */
__attribute__ ((noipa)) int f (int x)
{
  return x == 4 | x == 6;
}

/* The sign is such a bit. */
__attribute__ ((noipa)) int g (signed char x)
{
  return x != -128 & x != 0;
}

int main (void)
{
  for (int x = -128; x < 128; x++)
    if (f (x) != (x == 4 || x == 6) || g (x) != (x != 0 && x != -128))
      __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump " into \\(x_\[0-9\]*\\(D\\) & -3\\) != 4" "reassoc1" } } */
/* { dg-final { scan-tree-dump " into \\(x_\[0-9\]*\\(D\\) & 127\\) != 0" "reassoc1" } } */

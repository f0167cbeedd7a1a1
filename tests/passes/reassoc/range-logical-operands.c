/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Results of comparisons as integers are tests, other operands stay. */
__attribute__ ((noipa)) int f (unsigned x, int b)
{
  return (x == 5) | b | (x == 6);
}

/* Truth values of the program as well. */
__attribute__ ((noipa)) int g (_Bool a, int x)
{
  return (a == 0) | (x == 3) | (x == 4);
}

int main (void)
{
  for (int x = 0; x < 9; x++)
    for (int b = 0; b < 4; b++)
      if (f (x, b) != ((x == 5 || x == 6) | b) || g (b, x) != (b == 0 || x == 3 || x == 4))
	__builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump " into x_\[0-9\]*\\(D\\) \\+ 4294967291 > 1" "reassoc1" } } */
/* { dg-final { scan-tree-dump " into \\(unsigned int\\) x_\[0-9\]*\\(D\\) \\+ 4294967293 > 1" "reassoc1" } } */

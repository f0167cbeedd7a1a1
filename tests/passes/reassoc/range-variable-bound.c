/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Between zero and what is not negative: below it without sign. */
__attribute__ ((noipa)) int f (int a, int b)
{
  b &= 255;
  return a >= 0 && a < b;
}

/* Of any bound that is not known. */
__attribute__ ((noipa)) int g (int a, int b)
{
  return a >= 0 && a < b;
}

/* Of the opposite as well. */
__attribute__ ((noipa)) int h (int a, int b)
{
  b &= 255;
  return a < 0 || b < a;
}

int main (void)
{
  for (int a = -5; a < 5; a++)
    for (int b = -5; b < 5; b++)
      {
	int c = b & 255;
	if (f (a, b) != (a < 0 ? 0 : a < c) || g (a, b) != (a < 0 ? 0 : a < b))
	  __builtin_abort ();
	if (h (a, b) != (a < 0 ? 1 : c < a))
	  __builtin_abort ();
      }
  return 0;
}

/* { dg-final { scan-tree-dump-times "Optimizing range test a_\[0-9\]*\\(D\\) \\+\\\[0, \\\] and comparison" 2 "reassoc1" } } */
/* { dg-final { scan-tree-dump " into \\(unsigned int\\) a_\[0-9\]*\\(D\\) < \\(unsigned int\\) b_" "reassoc1" } } */
/* { dg-final { scan-tree-dump " into \\(unsigned int\\) a_\[0-9\]*\\(D\\) <= \\(unsigned int\\) b_" "reassoc1" } } */

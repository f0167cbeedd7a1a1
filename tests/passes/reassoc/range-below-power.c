/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Values below the same power of two: all their bits are. */
__attribute__ ((noipa)) int f (unsigned a, unsigned b, unsigned c)
{
  return (a < 16) & (b < 16) & (c < 8);
}

/* Another number is none. */
__attribute__ ((noipa)) int g (unsigned a, unsigned b)
{
  return (a < 15) & (b < 15);
}

int main (void)
{
  static const unsigned v[] = { 0, 1, 7, 8, 14, 15, 16, 1u << 31, -1u };
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 9; j++)
      {
	for (int k = 0; k < 9; k++)
	  if (f (v[i], v[j], v[k]) != (v[i] < 16 ? v[j] < 16 ? v[k] < 8 : 0 : 0))
	    __builtin_abort ();
	if (g (v[i], v[j]) != (v[i] < 15 ? v[j] < 15 : 0))
	  __builtin_abort ();
      }
  return 0;
}

/* { dg-final { scan-tree-dump-not " into _\[0-9\]* <= 14" "reassoc1" } } */
/* { dg-final { scan-tree-dump "a_\[0-9\]*\\(D\\) \\+\\\[0, 15\\\] and b_\[0-9\]*\\(D\\) \\+\\\[0, 15\\\]\n into _\[0-9\]* <= 15" "reassoc1" } } */

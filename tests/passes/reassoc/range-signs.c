/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details -fdump-tree-reassoc2-details" } */

/* Signs are put together late: before, ranges are to be seen. */
__attribute__ ((noipa)) int f (int a, int b)
{
  return (a < 0) | (b < 0);
}

/* Those that are not to be set are inverted first. */
__attribute__ ((noipa)) int g (int a, int b, int c, int d)
{
  return (a < 0) & (b >= 0) & (c < 0) & (d >= 0);
}

int main (void)
{
  static const int v[] = { 0, 1, -1, 2147483647, -2147483647 - 1 };
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      {
	if (f (v[i], v[j]) != (v[i] < 0 ? 1 : v[j] < 0))
	  __builtin_abort ();
	for (int k = 0; k < 25; k++)
	  {
	    int c = v[k % 5], d = v[k / 5];
	    if (g (v[i], v[j], c, d) != (v[i] < 0 ? v[j] < 0 ? 0 : c < 0 ? d >= 0 : 0 : 0))
	      __builtin_abort ();
	  }
      }
  return 0;
}

/* { dg-final { scan-tree-dump-not "Optimizing range tests" "reassoc1" } } */
/* { dg-final { scan-tree-dump "a_\[0-9\]*\\(D\\) \\+\\\[0, \\\] and b_\[0-9\]*\\(D\\) \\+\\\[0, \\\]\n into _\[0-9\]* >= 0" "reassoc2" } } */
/* { dg-final { scan-tree-dump "a_\[0-9\]*\\(D\\) -\\\[0, \\\] and d_\[0-9\]*\\(D\\) \\+\\\[0, \\\] and b_\[0-9\]*\\(D\\) \\+\\\[0, \\\] and c_\[0-9\]*\\(D\\) -\\\[0, \\\]\n into _\[0-9\]* < 0" "reassoc2" } } */

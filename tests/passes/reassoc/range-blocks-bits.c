/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Three values against one number, in three blocks: asked for at once. */
__attribute__ ((noipa)) int f (int a, int b, int c)
{
  return a == -1 && b == -1 && c == -1;
}

int main (void)
{
  for (int i = -2; i < 1; i++)
    for (int j = -2; j < 1; j++)
      for (int k = -2; k < 1; k++)
	if (f (i, j, k) != (i + j * 4 + k * 16 == -21))
	  __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "\\+\\\[-1, -1\\\] and c_\[0-9\]*\\(D\\) \\+\\\[-1, -1\\\] and b_\[0-9\]*\\(D\\) \\+\\\[-1, -1\\\]\n into _\[0-9\]* == -1" "reassoc1" } } */
/* { dg-final { scan-tree-dump-not "if \\(\[abc\]_" "reassoc1" } } */

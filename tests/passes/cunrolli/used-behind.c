/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-cunrolli" } */

/* What is used after the loop goes on being computed, as a copy of what it is known to be. */
__attribute__ ((noipa)) int place (int n, const int *p)
{
  int at = 0;
  for (int k = 0; k < n; k++)
    {
      int i;
      for (i = 0; i < 2; i++)
	if (p[i] == k)
	  break;
      at = at * 3 + i;
    }
  return at;
}

int main (void)
{
  int p[] = { 2, 0 };
  /* 1, 2, 0: */
  return place (3, p) != 15 || place (0, p) != 0;
}

/* { dg-final { scan-tree-dump-times "if \\(_\[0-9\]+ == k_\[0-9\]+\\)" 2 "cunrolli" } } */
/* { dg-final { scan-tree-dump "PHI <\[^>\]*2\\(" "cunrolli" } } */

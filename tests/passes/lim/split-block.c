/* The register of an outer loop is set before that, though the block of its first access has been split for an inner one. */
/* { dg-do compile } */
/* { dg-options "-Os -fdump-tree-lim2" } */

int kept;
short counted;

int f (const long *c, const long *a, int *p, int n, int m)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      *p += i;
      if (c[i])
	{
	  for (int j = 0; j < m; j++)
	    {
	      if (a[j])
		kept = j;
	      sum += kept;
	    }
	  counted = counted + sum;
	}
    }
  return sum;
}

/* { dg-final { scan-tree-dump-not {PHI <[^\n]*counted_lsm[._0-9]*\(D\)} "lim2" } } */
/* { dg-final { scan-tree-dump {counted_lsm[._0-9]* = counted;} "lim2" } } */

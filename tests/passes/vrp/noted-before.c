/* What evrp and vrp1 have noted of a name still holds when ivopts has changed what its loop counts.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vrp2" } */

void sort (int *a)
{
  for (int i = 1; i < 20000; i++)
    {
      int v = a[i], j = i;
      while (j > 0 && a[j - 1] > v)
	{
	  a[j] = a[j - 1];
	  j--;
	}
      a[j] = v;
    }
}

/* { dg-final { scan-tree-dump {i_[0-9]+  : int \[1, 19999\]} "vrp2" } } */
/* { dg-final { scan-tree-dump-not {if \(i_[0-9]+ != 0} "vrp2" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-copyprop1-details" } */

/* The value that leaves two loops is a copy of the initial value, of the outer loop's and at last of the inner one's. */
int f (int n)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      k ^= j;
  return k;
}

/* { dg-final { scan-tree-dump-times "Queued PHI for removal" 2 "copyprop1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fno-tree-loop-im -fdump-tree-pre-stats" } */

/* The load in the loop is known after the first round: it is done before. */
extern int v[];
int f (int n, int *p, int k)
{
  int s = 0;
  do
    {
      s += *p + v[n];
      if (k)
        s ^= n;
    }
  while (--n);
  return s;
}

/* { dg-final { scan-tree-dump "Eliminated: 1\n" "pre" } } */
/* { dg-final { scan-tree-dump "New PHIs: 1\n" "pre" } } */

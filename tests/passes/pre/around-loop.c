/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-tree-pre-details-stats" } */

/* One arm in the loop changes d, the other does not: c + d is known on one way to the join only. */
int f (int a, int b, int c, int d, int n)
{
  int r = 0;
  while (n--)
    {
      if (a)
        {
          b = c + d;
          r += b;
        }
      else
        d++;
      r += c + d;
    }
  return r;
}

/* { dg-final { scan-tree-dump "ANTIC_IN is MAX on" "pre" } } */
/* { dg-final { scan-tree-dump "Starting iteration 1" "pre" } } */
/* { dg-final { scan-tree-dump "Created phi prephitmp" "pre" } } */
/* { dg-final { scan-tree-dump "Insertions: 1\n" "pre" } } */
/* { dg-final { scan-tree-dump "Eliminated: 1\n" "pre" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* The negative of a name is no expression that takes a register of its own.  */
long g (long, long);
long f (long j, long n)
{
  long s = 0;
  for (long k = 0; k < n; k++)
    s += g (k - j, j - k);
  return s;
}

/* { dg-final { scan-tree-dump { = g \(_} "ivopts" } } */
/* { dg-final { scan-tree-dump-not "inv_expr \[0-9\]+: \t-\\(signed long\\) j" "ivopts" } } */
/* { dg-final { scan-tree-dump-not "inv_expr \[0-9\]+: \t-j" "ivopts" } } */

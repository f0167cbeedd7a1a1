/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc" } */

/* A value that is widened first is not what the call left. */
int g (int, int);
long f (int x)
{
  return g (x, x);
}

/* { dg-final { scan-tree-dump { = \(long int\) _} "tailc" } } */
/* { dg-final { scan-tree-dump-not "tail call" "tailc" } } */

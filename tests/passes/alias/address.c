/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-alias" } */

/* A pointer points to what its address was taken of, on each way. */
int f (int n)
{
  int a[4], b;
  int *p = n ? a : &b;
  *p = 3;
  return b + a[1];
}

/* { dg-final { scan-tree-dump {iftmp.0_\d+, points-to vars: \{ D.\d+ D.\d+ \}\n} "alias" } } */
/* { dg-final { scan-tree-dump {ESCAPED, points-to non-local, points-to vars: \{ \}} "alias" } } */

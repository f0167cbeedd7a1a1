/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vrp1" } */

/* Nothing is asserted of what is not used later. */
int
f (int a, int *p)
{
  if (a > 10)
    return *p;
  return 1;
}

/* { dg-final { scan-tree-dump-not {replacement table} "vrp1" } } */
/* { dg-final { scan-tree-dump {a_[0-9]+\(D\): int VARYING} "vrp1" } } */

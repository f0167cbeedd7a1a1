/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

int
f (int *p, int *q)
{
  if (p == q)
    return 3;
  if (p < q)
    return 3;
  return 4;
}

/* { dg-final { scan-tree-dump {optimizing two comparisons to p_2\(D\) <= q_3\(D\)} "ifcombine" } } */

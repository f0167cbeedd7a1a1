/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

int
f (int x, int y)
{
  if (x < y)
    return 1;
  if (x == y)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump {optimizing two comparisons to x_2\(D\) <= y_3\(D\)\nMerging blocks 2 and 3} "ifcombine" } } */
/* { dg-final { scan-tree-dump {# _1 = PHI <(1\(3\), 2\(2\)|2\(2\), 1\(3\))>} "ifcombine" } } */

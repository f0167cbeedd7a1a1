/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread" } */

/* What is tested is computed from what the branch before has tested. */
int
f (unsigned a)
{
  if (a > 10)
    return 0;
  if (a + 5 > 20)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if " 1 "ethread" } } */
/* { dg-final { scan-tree-dump-not "= PHI.*1" "ethread" } } */

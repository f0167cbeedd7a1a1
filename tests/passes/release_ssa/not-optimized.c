/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-release_ssa" } */

/* Without optimisation, too, though nothing has been released. */
int f (int a)
{
  int b = a + 1;
  return b * 2;
}

/* { dg-final { scan-tree-dump "Released 0 names, 0.00%, removed 0 holes" "release_ssa" } } */
/* { dg-final { scan-tree-dump "b_2 = a_1\\(D\\) \\+ 1;\n  _3 = b_2 \\* 2;" "release_ssa" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa-vops" } */

/* The names of blocks that nothing reaches are among those released. */
int g (int);
int f (int a)
{
  int r = a;
  if (sizeof (int) == 8)
    r = g (a * 7);
  if (a != a)
    r = g (r + 3);
  return r;
}

/* { dg-final { scan-tree-dump "Released 2 names, 66.67%, removed 2 holes" "release_ssa" } } */
/* { dg-final { scan-tree-dump "# VUSE <.MEM_2\\(D\\)>\n  return a_1\\(D\\);" "release_ssa" } } */

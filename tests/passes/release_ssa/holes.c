/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa" } */

/* What was released is counted against what is left. */
int add (int a)
{
  return a + 1;
}

int gone (int n)
{
  int unused = 0;
  for (int i = 0; i < 3; i++)
    unused += n;
  return n;
}

/* { dg-final { scan-tree-dump "Released 0 names, 0.00%, removed 0 holes\n" "release_ssa" } } */
/* { dg-final { scan-tree-dump "Released 7 names, 233.33%, removed 7 holes\n" "release_ssa" } } */

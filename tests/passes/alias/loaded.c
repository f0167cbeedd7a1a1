/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-alias" } */

/* What is loaded from memory that is not ours points to what escaped. */
int *gp;
int f (void)
{
  int *p = gp;
  *p = 4;
  return *p;
}

/* { dg-final { scan-tree-dump {p_\d+, points-to non-local, points-to escaped, points-to NULL, points-to vars: \{ \}} "alias" } } */
/* { dg-final { scan-tree-dump {gp = NONLOCAL\np_\d+ = gp} "alias" } } */

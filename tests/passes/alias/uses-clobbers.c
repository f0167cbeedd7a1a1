/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-alias" } */

/* A call uses and changes what its arguments lead to. */
int *id (int *);
int *gp;
int f (void)
{
  int *r = id (gp);
  *r = 4;
  return 0;
}

/* { dg-final { scan-tree-dump {CALLUSED\(\d+\) = \{ ESCAPED NONLOCAL \}} "alias" } } */
/* { dg-final { scan-tree-dump {CALLCLOBBERED\(\d+\) = \{ ESCAPED NONLOCAL \}} "alias" } } */
/* { dg-final { scan-tree-dump {r_\d+, points-to non-local, points-to escaped, points-to NULL, points-to vars: \{ \}} "alias" } } */

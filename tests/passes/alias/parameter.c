/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-alias" } */

/* A parameter points to what was there before, or nowhere. */
int f (int *p, int *restrict q)
{
  *p = 1;
  *q = 2;
  return *p;
}

/* { dg-final { scan-tree-dump {p_\d+\(D\), points-to non-local, points-to NULL, points-to vars: \{ \}} "alias" } } */
/* { dg-final { scan-tree-dump {q_\d+\(D\), points-to NULL, points-to vars: \{ D.\d+ \} \(nonlocal, restrict\)} "alias" } } */

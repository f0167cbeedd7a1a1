/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-alias" } */

/* What a call gets the address of has escaped, and what that points to with it. */
void use (int **);
int f (int n)
{
  int inner = n;
  int *middle = &inner;
  use (&middle);
  return inner;
}

/* { dg-final { scan-tree-dump {ESCAPED, points-to non-local, points-to vars: \{ D.\d+ D.\d+ \} \(escaped\)} "alias" } } */
/* { dg-final { scan-tree-dump {ESCAPED = \{ ESCAPED NONLOCAL (inner middle|middle inner) \}} "alias" } } */

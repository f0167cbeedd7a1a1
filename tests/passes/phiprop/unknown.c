/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiprop-details" } */

int g1;

int
f (int c, int *q)
{
  int *p;
  if (c)
    p = &g1;
  else
    p = q;
  return *p;
}

/* { dg-final { scan-tree-dump {PHI <&g1\(2\), q_} "phiprop" } } */
/* { dg-final { scan-tree-dump-not {Inserting} "phiprop" } } */

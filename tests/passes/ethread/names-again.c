/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread" } */

/* What the copied block computed is used afterwards: a φ joins both definitions. */
int g (int);

int
f (int a, int b)
{
  int x;
  if (a >= 0)
    x = a > 0;
  else
    x = -1;
  if (x == 0)
    return b;
  if (x < 0)
    return g (1);
  return g (2);
}

/* { dg-final { scan-tree-dump {iftmp|x_\d+ = PHI} "ethread" } } */
/* { dg-final { scan-tree-dump-times "  if " 3 "ethread" } } */

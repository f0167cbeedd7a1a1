/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiprop" } */

int g1, g2;

int
f (int c)
{
  int *p;
  if (c)
    p = &g1;
  else
    p = &g2;
  return *p;
}

/* { dg-final { scan-tree-dump {_5 = g1;} "phiprop" } } */
/* { dg-final { scan-tree-dump {_6 = g2;} "phiprop" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiprop-details" } */

volatile int g1, g2;

int
f (int c)
{
  volatile int *p;
  if (c)
    p = &g1;
  else
    p = &g2;
  return *p;
}

/* { dg-final { scan-tree-dump { =.v. \*p_} "phiprop" } } */
/* { dg-final { scan-tree-dump-not {Inserting} "phiprop" } } */

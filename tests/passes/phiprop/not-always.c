/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiprop-details" } */

/* A load that is not always done is not done always. */

int g1, g2;

int
f (int c, int d)
{
  int *p;
  if (c)
    p = &g1;
  else
    p = &g2;
  if (d)
    return *p;
  return 0;
}

/* { dg-final { scan-tree-dump { = \*p_} "phiprop" } } */
/* { dg-final { scan-tree-dump-not {Inserting} "phiprop" } } */

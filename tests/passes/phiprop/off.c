/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-phiprop -fdump-tree-optimized" } */

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

/* { dg-final { scan-tree-dump {\*p_} "optimized" } } */

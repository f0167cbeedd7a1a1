/* { dg-do compile } */
/* { dg-options "-O2 -fno-code-hoisting -fdump-tree-pre-stats" } */

/* A partially redundant load. */
int f (int *p, int c, int *q)
{
  int x = 0;
  if (c)
    x = *p;
  else
    x = 7;
  return x + *p;
}

/* { dg-final { scan-tree-dump "Eliminated: 1" "pre" } } */

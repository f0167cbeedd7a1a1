/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* A store through a pointer of the same type may change it. */
int f (int *p, int *q)
{
  *p = 1;
  *q = 2;
  return *p;
}

/* { dg-final { scan-tree-dump-not "return 1;" "fre1" } } */
/* { dg-final { scan-tree-dump "= \\*p_" "fre1" } } */

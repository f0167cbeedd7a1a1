/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* A store of another type does not change the value. */
int f (int *p, float *q)
{
  *p = 1;
  *q = 2.0f;
  return *p;
}

/* { dg-final { scan-tree-dump "return 1;" "fre1" } } */

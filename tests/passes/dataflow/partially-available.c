/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=partially-available -fdump-tree-dataflow" } */

/* Partially where it was on one. */
int f (int a, int b)
{
  int c = a + b;
  if (a)
    b = 3;
  return c * (a + b);
}

/* { dg-final { scan-tree-dump {partially-available-expressions, forward, union} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 3> out: \{ \}} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 4> in: \{ a \+ b \}} "dataflow" } } */

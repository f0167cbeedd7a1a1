/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=available -fdump-tree-dataflow" } */

/* An expression is available where it was computed on all ways and what it reads has not changed. */
int f (int a, int b)
{
  int c = a + b;
  if (a)
    b = 3;
  return c * (a + b);
}

/* { dg-final { scan-tree-dump {available-expressions, forward, intersection; 2 facts} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 2> out: \{ a \+ b \}} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 3> out: \{ \}} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 4> in: \{ \}} "dataflow" } } */

/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=anticipated -fdump-tree-dataflow" } */

/* It is anticipated where all ways from there compute it before what it reads changes. */
int g (int);
int f (int a, int b)
{
  int c;
  if (a)
    c = a + b;
  else
    {
      g (b);
      c = a + b;
    }
  return c;
}

/* { dg-final { scan-tree-dump {anticipated-expressions, backward, intersection} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 2> out: \{ a \+ b \}} "dataflow" } } */

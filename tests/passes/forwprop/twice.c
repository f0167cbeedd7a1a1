/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* What is left of a sum and a difference is twice the first. */
int f (int a, int b)
{
  int x = a + b, y = a - b;
  return x + y;
}

/* { dg-final { scan-tree-dump {_[0-9]+ = a_[0-9]+\(D\) \* 2;} "forwprop1" } } */

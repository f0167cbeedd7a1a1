/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc" } */

/* The value of the last call is returned. */
int g (int, int);
int f (int a, int b)
{
  return g (b, a);
}

/* { dg-final { scan-tree-dump {_5 = g \(b_2\(D\), a_3\(D\)\); \[tail call\]} "tailc" } } */

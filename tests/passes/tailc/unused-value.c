/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc" } */

/* A value that nobody wants may be left where it is. */
int g (int, int);
void f (int x)
{
  g (x, x);
}

/* { dg-final { scan-tree-dump {g \(x_2\(D\), x_2\(D\)\); \[tail call\]} "tailc" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc" } */

/* The call is the last on its way, whatever others return. */
int g (int, int);
int f (int x, int y)
{
  if (y)
    return g (x, y);
  return 0;
}

/* { dg-final { scan-tree-dump {_7 = g \(x_5\(D\), y_3\(D\)\); \[tail call\]} "tailc" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc" } */

/* Functions called through pointers are like others. */
int f (int (*p) (int), int x)
{
  return p (x);
}

/* { dg-final { scan-tree-dump {p_2\(D\) \(x_3\(D\)\); \[tail call\]} "tailc" } } */

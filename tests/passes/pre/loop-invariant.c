/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* An invariant multiplication leaves the loop. */
extern void g (int);
void f (int n, int a, int b)
{
  for (int i = 0; i < n; i++)
    g (a * b);
}

/* { dg-final { scan-tree-dump-times " \\* " 1 "optimized" } } */

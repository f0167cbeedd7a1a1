/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1-details" } */

/* A way on which something happens before it ends stays. */
int g (int);
int f (int n, int m)
{
  int r = g (n);
  if (r < m)
    {
      g (3);
      __builtin_unreachable ();
    }
  return g (r) + m;
}

/* { dg-final { scan-tree-dump "g \\(3\\);\n  __builtin_unreachable" "fab1" } } */
/* { dg-final { scan-tree-dump "  if \\(r_" "fab1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1-details" } */

/* A way that is never gone decides the condition before it. */
int g (int);
int f (int n, int m)
{
  int r = g (n);
  if (r < m)
    __builtin_unreachable ();
  return g (r) + m;
}

/* { dg-final { scan-tree-dump-not "  if \\(" "fab1" } } */
/* { dg-final { scan-tree-dump "Removing basic block 3" "fab1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-sink -fdump-tree-optimized" } */

/* -fno-tree-sink switches the pass off. */
int f (int a, int b, int c)
{
  int x = a * b;
  if (c)
    return x;
  return 0;
}

/* { dg-final { scan-tree-dump "x_\[0-9\]+ = a_\[^\n\]*;\n  if" "optimized" } } */

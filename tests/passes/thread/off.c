/* { dg-do compile } */
/* { dg-options "-O2 -fno-expensive-optimizations -fno-tree-dominator-opts -fdump-tree-optimized" } */

/* See condition-again.c. */
void g (int);

int f (int a, int b)
{
  if (a)
    g (1);
  g (b);
  if (a)
    g (3);
  return b;
}

/* { dg-final { scan-tree-dump-times "if \\(a_" 2 "optimized" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-thread-jumps -fno-tree-dominator-opts -fdump-tree-optimized" } */

/* See relation.c. */
void g (int);

int f (int a, int b)
{
  if (a)
    g (1);
  g (3);
  if (a)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if " 2 "optimized" } } */

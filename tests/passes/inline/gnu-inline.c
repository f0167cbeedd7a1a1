/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-einline" } */

/* A GNU extern inline function has no body elsewhere in this unit: its limits on size don't count. */
extern inline __attribute__ ((gnu_inline)) int body (int x)
{
  int s = 0;
  for (int i = 0; i < x; i++)
    s += x * i / (s + 1) + x % (i + 1) + s / (i + 3);
  return s;
}

int f (int x)
{
  return body (x) + body (x + 1);
}

/* { dg-final { scan-tree-dump { = x_[0-9]+\(D\) \* i_} "einline" } } */
/* { dg-final { scan-tree-dump-not "= body" "einline" } } */

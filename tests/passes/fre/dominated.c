/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* What a dominator computed is known below. */
int f (int a, int b, int c)
{
  int x = a + b;
  if (c)
    return (a + b) * 3;
  return x;
}

/* { dg-final { scan-tree-dump-times "a_\[0-9\]+\\(D\\) \\+ b_" 1 "fre1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-thread1" } */

/* A pointer that was null is null the second time, and one that was not is not. */
void g (int);

int f (int *p, int b)
{
  int sum = 0;
  if (!p)
    g (1);
  else
    sum = b + 1;
  g (b);
  return p ? sum * b : b;
}

/* { dg-final { scan-tree-dump-times "if \\(p_" 1 "thread1" } } */

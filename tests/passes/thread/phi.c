/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fno-tree-pre -fdump-tree-thread1" } */

/* A φ of constants decides the branch by the way that is come. */
int g (int);

int f (int a, int b)
{
  int k;
  if (g (a))
    k = 2;
  else
    k = 7;
  g (b);
  if (k > 4)
    return g (k);
  return g (k + b);
}

/* { dg-final { scan-tree-dump-times "if " 1 "thread1" } } */

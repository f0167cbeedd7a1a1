/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-threadfull1" } */

/* What is known where the path begins decides a branch at its end. */
void g (int);

int f (unsigned a, int b)
{
  if (a > 10)
    return 0;
  unsigned k;
  if (b)
    k = a;
  else
    k = 40;
  g (3);
  if (k > 20)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if " 2 "threadfull1" } } */

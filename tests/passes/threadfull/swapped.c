/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-threadfull1" } */

/* The other way round, too. */
void g (int);

int f (int a, int b)
{
  if (a < b)
    g (1);
  else
    g (2);
  g (3);
  if (b > a)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if " 1 "threadfull1" } } */

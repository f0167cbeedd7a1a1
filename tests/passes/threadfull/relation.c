/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-threadfull1" } */

/* How two variables compare is known after a branch that has compared them. */
void g (int);

int f (int a, int b)
{
  if (a > b)
    g (1);
  g (3);
  if (a >= b)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if " 2 "threadfull1" } } */
/* { dg-final { scan-tree-dump-times "g \\(3\\)" 2 "threadfull1" } } */

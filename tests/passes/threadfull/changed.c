/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-threadfull1" } */

/* What has changed since the test is not known. */
int g (int);

int f (int a, int b)
{
  if (a < b)
    g (1);
  a = g (3);
  if (a < b)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if " 2 "threadfull1" } } */

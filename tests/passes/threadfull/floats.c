/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-threadfull1" } */

/* Numbers that do not compare are neither greater nor not. */
void g (int);

int f (double a, double b)
{
  if (a > b)
    g (1);
  g (3);
  if (a <= b)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if \\(a_" 2 "threadfull1" } } */

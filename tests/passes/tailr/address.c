/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1-details" } */

/* A variable others have a pointer to is one in each activation, while it lives. */

void g (int *);

int
alive (int n)
{
  int x = n;
  g (&x);
  if (n == 0)
    return x;
  return alive (n - 1);
}

int
dead (int n)
{
  {
    int x = n;
    g (&x);
    if (n == 0)
      return x;
  }
  return dead (n - 1);
}

int
handed_over (int *p, int n)
{
  int x;
  if (n == 0)
    return *p;
  return handed_over (&x, n - 1);
}

/* { dg-final { scan-tree-dump {Eliminated tail recursion in bb 4 : _\d+ = dead} "tailr1" } } */
/* { dg-final { scan-tree-dump-not {Eliminated tail recursion in bb \d+ : _\d+ = alive} "tailr1" } } */
/* { dg-final { scan-tree-dump-not {Eliminated tail recursion in bb \d+ : _\d+ = handed_over} "tailr1" } } */

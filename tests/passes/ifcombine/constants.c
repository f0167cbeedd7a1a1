/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* The numbers that both comparisons allow.  */

int
f (int x)
{
  if (x != 3)
    {
      if (x < 4)
        return 1;
    }
  return 2;
}

int g (int);

void
h (int x)
{
  if (x > 3)
    {
      if (x < 5)
        g (1);
    }
}

/* { dg-final { scan-tree-dump {optimizing two comparisons to x_2\(D\) <= 2} "ifcombine" } } */
/* { dg-final { scan-tree-dump {optimizing two comparisons to x_2\(D\) == 4} "ifcombine" } } */

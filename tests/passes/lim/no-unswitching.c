/* { dg-do compile } */
/* { dg-options "-O3 -fno-unswitch-loops -fdump-tree-lim2-details" } */

/* A condition that is the same in each iteration is nothing to be moved. */
void g (int);
void f (int a, int n)
{
  for (int i = 0; i < n; i++)
    if (a)
      g (i);
}

/* { dg-final { scan-tree-dump {if \(a_[0-9]+\(D\) != 0\)} "lim2" } } */
/* { dg-final { scan-tree-dump-not "invariant up to level 1" "lim2" } } */

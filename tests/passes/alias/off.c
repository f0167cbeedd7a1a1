/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-pta -fdump-tree-alias -fdump-tree-optimized" } */

/* Without it a pointer may point anywhere that has escaped. */
int g (void);
int f (int n)
{
  int a = 5, b = 6;
  int *volatile keep = &a;
  int *p = &b;
  *keep = n;
  return *p + a;
}

/* { dg-final { scan-tree-dump {= \*keep|\* ?keep} "optimized" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

int
f (int a, int b)
{
  const int *p = &a;
  if (b > a)
    p = &b;
  return *p;
}

/* { dg-final { scan-tree-dump {MAX_EXPR <} "optimized" } } */
/* { dg-final { scan-tree-dump-not {&[ab]} "optimized" } } */

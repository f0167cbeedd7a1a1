/* { dg-do compile } */
/* { dg-options "-O2 -fwrapv-pointer -fdump-tree-ethread" } */

/* Where addresses wrap, a sum may be null though the pointer is not. */
int
f (char *p, long n)
{
  if (!p)
    return 1;
  if (!(p + n))
    return 2;
  return 3;
}

/* { dg-final { scan-tree-dump-times "if " 2 "ethread" } } */

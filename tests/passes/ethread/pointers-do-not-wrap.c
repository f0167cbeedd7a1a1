/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread" } */

/* A sum is not null if the pointer is not. */
int
f (char *p, long n)
{
  if (!p)
    return 1;
  if (!(p + n))
    return 2;
  return 3;
}

/* { dg-final { scan-tree-dump-times "if " 1 "ethread" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fwrapv -fdump-tree-optimized" } */

/* Where overflow wraps, the absolute value of the least number is less than zero. */
int f (int i)
{
  i = i > 0 ? i : -i;
  return i < 0;
}

/* { dg-final { scan-tree-dump {i_[0-9]+ < 0;} "optimized" } } */
/* { dg-final { scan-tree-dump-not "return 0;" "optimized" } } */

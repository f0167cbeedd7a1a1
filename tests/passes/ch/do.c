/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2-details" } */

/* What is a do loop stays one. */
int f (int *p, int n)
{
  int s = 0, i = 0;
  do
    s += p[i++];
  while (i < n);
  return s;
}

/* { dg-final { scan-tree-dump-times "is do-while loop" 1 "ch2" } } */
/* { dg-final { scan-tree-dump-not "is now" "ch2" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fdump-tree-pre-stats" } */

/* What is fully redundant goes, too. */
int f (int a, int b)
{
  int x = a / b;
  int y = a / b;
  return x ^ (y + 1);
}

/* { dg-final { scan-tree-dump-times " / " 1 "pre" } } */

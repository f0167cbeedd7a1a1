/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fdump-tree-cddce1" } */

/* What goes round in a loop and is never looked at goes, and the loop with it. */
int f (int n)
{
  int s = 1;
  for (int i = 0; i < n; i++)
    s = s * 3 + i;
  return n;
}

/* { dg-final { scan-tree-dump-not {\* 3} "cddce1" } } */
/* { dg-final { scan-tree-dump {return} "cddce1" } } */

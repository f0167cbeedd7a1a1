/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-pre -fdump-tree-dom2" } */

/* What has been stored need not be loaded. */
int f (int *p, int a)
{
  *p = a;
  return *p + 1;
}

/* { dg-final { scan-tree-dump { = a_[0-9]+\(D\) \+ 1;} "dom2" } } */
/* { dg-final { scan-tree-dump-not "= \\*p_" "dom2" } } */

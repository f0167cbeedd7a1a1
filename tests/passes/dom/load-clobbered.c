/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-pre -fdump-tree-dom2" } */

/* The store may have changed what is loaded. */
int f (int *p, int *q)
{
  int a = *p;
  *q = 1;
  return a + *p;
}

/* { dg-final { scan-tree-dump-times "= \\*p_" 2 "dom2" } } */

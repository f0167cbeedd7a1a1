/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* Two loads without a store between them are one. */
int f (int *p)
{
  int a = *p;
  int b = *p;
  return a + b;
}

/* { dg-final { scan-tree-dump-times "= \\*p_" 1 "fre1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-pre -fdump-tree-dom2" } */

/* A store that touches other memory lies between the loads. */
int f (int *p, float *q)
{
  int a = *p;
  *q = 1;
  return a + *p;
}

/* { dg-final { scan-tree-dump-times "= \\*p_" 1 "dom2" } } */

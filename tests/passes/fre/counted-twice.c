/* j + j - a is what a is, as long as j is: so both φs of the loop stay equal, or not. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1-details-stats" } */
int foo (int a, int s, unsigned int k)
{
  int i = a, j = a;
  do
    {
      i += s;
      j += j;
      j -= a;
    }
  while (k--);
  return j + i;
}
/* { dg-final { scan-tree-dump "Replaced redundant PHI node defining j" "fre1" } } */
/* { dg-final { scan-tree-dump "RPO iteration over 3 blocks visited \[0-9\]+ blocks" "fre1" } } */

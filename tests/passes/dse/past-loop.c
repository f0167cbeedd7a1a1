/* A loop whose stores leave an element alone does not keep a store to it that is overwritten after it.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

int a[256];
void past (void)
{
  a[0] = 1;
  for (int i = 5; i < 17; ++i)
    a[i] = i;
  a[0] = 2;
}
int read (int n)
{
  int sum = 0;
  a[0] = 3;
  for (int i = 0; i < n; ++i)
    sum += a[i], a[i] = 7;
  a[0] = 4;
  return sum;
}

/* { dg-final { scan-tree-dump-times "Deleted dead store: " 1 "dse1" } } */
/* { dg-final { scan-tree-dump "Deleted dead store: a\\\[0\\\] = 1;" "dse1" } } */

/* Each index that is no constant takes time for the address; one that is 0 whenever it is known does not. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-fnsummary1" } */

extern int a[100], b[100][10];

int f (int i, int j)
{
  int k = 0;
  a[k] = 1;
  a[i] = 2;
  return b[i][j] + a[i + 1];
}

/* { dg-final { scan-tree-dump-times "\t\tAccounting address calculation.\n" 4 "local-fnsummary1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fsplit-paths -fdump-tree-split-paths-details" } */

/* Two values, of which one is chosen: a machine may do that without jumping. */
int f (signed char *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (p[i] >= 0) s++;
    else s--;
  return s;
}

/* { dg-final { scan-tree-dump "Block \[0-9\]+ appears to be a join point for if-convertable diamond\\." "split-paths" } } */
/* { dg-final { scan-tree-dump-not "Duplicating join block" "split-paths" } } */

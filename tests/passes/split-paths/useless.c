/* { dg-do compile } */
/* { dg-options "-O2 -fsplit-paths -fdump-tree-split-paths-details" } */

/* Nothing in the join depends on the way there. */
void g (int);
void f (double *x, double *a, long n, double limit) {
  for (long i = 0; i < n; i++)
    if (a[i] < limit) { x[i] = 1; g (1); }
    else g (2);
}

/* { dg-final { scan-tree-dump "does not expose CSE/DCE/jump-thread opportunities when duplicated" "split-paths" } } */
/* { dg-final { scan-tree-dump-not "Duplicating join block" "split-paths" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivcanon-details" } */

/* A loop whose number of iterations is no constant keeps its counter. */
int f (int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }

/* { dg-final { scan-tree-dump-not "Added" "ivcanon" } } */
/* { dg-final { scan-tree-dump-not "ivtmp" "ivcanon" } } */
/* { dg-final { scan-tree-dump "Loop 1 iterates at most 2147483646 times" "ivcanon" } } */

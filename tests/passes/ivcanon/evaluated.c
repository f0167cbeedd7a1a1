/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivcanon-details" } */

/* Doing what the loop does tells how often it is gone round. */
int f (int *a) { int s = 0; for (unsigned i = 1; i < 1000; i = i * 3) s += a[i]; return s; }

/* { dg-final { scan-tree-dump "Loop 1 iterates 6 times" "ivcanon" } } */
/* { dg-final { scan-tree-dump-times "Added canonical iv to loop 1, 6 iterations" 1 "ivcanon" } } */

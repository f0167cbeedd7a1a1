/* { dg-do compile } */
/* { dg-options "-O2 -ftree-loop-distribution -fdump-tree-ldist-details" } */

/* The first loop goes upwards with what it stored before, the second could be executed in any order. */
int a[1000], b[1000], c[1000], d[1000], e[1000];
void f (int n) { for (int i = 1; i < n; i++) { a[i] = a[i - 1] + b[i]; c[i] = d[i] * e[i]; } }

/* Without need for several loops: */
void g (int n) { for (int i = 1; i < n; i++) { a[i] = b[i] + 1; c[i] = d[i] * e[i]; } }

/* { dg-final { scan-tree-dump-times "Loop 1 distributed: split to 2 loops and 0 library calls" 1 "ldist" } } */
/* { dg-final { scan-tree-dump-times "Fuse partitions because there is no point to distribute loop" 1 "ldist" } } */

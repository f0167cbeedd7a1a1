/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivcanon-details" } */

/* Each loop of a nest counts. */
void f (int *a, int *b) { for (int i = 0; i < 30; i++) { b[i] = i; for (int j = 0; j < 40; j++) a[i] += b[j]; } }

/* { dg-final { scan-tree-dump-times "Added canonical iv to loop 1, 29 iterations" 1 "ivcanon" } } */
/* { dg-final { scan-tree-dump-times "Added canonical iv to loop 2, 39 iterations" 1 "ivcanon" } } */

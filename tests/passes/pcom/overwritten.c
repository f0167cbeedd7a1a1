/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-loop-distribute-patterns -fdump-tree-pcom-details" } */

/* Two of three stores are overwritten in later iterations; after the loop the last of them are made up for. */
void f (int *a, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    a[i + 1] = -1;
    a[i + 3] = -2;
  }
}

/* { dg-final { scan-tree-dump "Store-stores chain" "pcom" } } */
/* { dg-final { scan-tree-dump "inits  MEM\\\[\\(int \\*\\)a_\[0-9\]+\\(D\\) \\+ 8B\\\] \n" "pcom" } } */
/* { dg-final { scan-tree-dump "Executing predictive commoning without unrolling" "pcom" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops -fno-thread-jumps -fno-tree-loop-distribute-patterns -fdump-tree-unswitch-details" } */

/* The outer loop does something of its own. */
void g (int);
void f (int **a, int n, int m) {
  for (int i = 0; i < n; i++) {
    g (i);
    for (int k = 0; k < m; k++) a[i][k]++;
  }
}

/* { dg-final { scan-tree-dump {  g \(i_} "unswitch" } } */
/* { dg-final { scan-tree-dump-not "Guard hoisted" "unswitch" } } */

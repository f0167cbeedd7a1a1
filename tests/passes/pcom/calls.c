/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-pre -fdump-tree-pcom-details" } */

/* The function may change what was loaded. */
void g (void);
int a[1000], b[1000];
void f (int n) { for (int i = 0; i < n; i++) { b[i] = a[i] + a[i + 1]; g (); } }

/* { dg-final { scan-tree-dump { b\[i_[0-9]+\] = _} "pcom" } } */
/* { dg-final { scan-tree-dump-not "Executing|Unrolling" "pcom" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-loopinit-details" } */

/* Nothing leaves. */
void f (int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }

/* { dg-final { scan-tree-dump {if \(n_[0-9]+\(D\) > i_} "loopinit" } } */
/* { dg-final { scan-tree-dump-not "LCSSA" "loopinit" } } */

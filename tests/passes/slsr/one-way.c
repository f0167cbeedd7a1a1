/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slsr-details" } */

/* A candidate on one way is none for the other. */
void f (int *a, int i, int n) { if (a[0]) { a[1] = i * n; } else { a[2] = (i + 1) * n; } }

/* { dg-final { scan-tree-dump {i_[0-9]+\(D\) \* n_} "slsr" } } */
/* { dg-final { scan-tree-dump-not "Replacing" "slsr" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivcanon-details" } */

/* What depends on an argument cannot be done beforehand. */
int f (int *a, unsigned k) { int s = 0; for (unsigned i = k; i < 1000; i = i * 3) s += a[i]; return s; }

/* { dg-final { scan-tree-dump { = i_[0-9]+ \* 3;} "ivcanon" } } */
/* { dg-final { scan-tree-dump-not "Added" "ivcanon" } } */
/* { dg-final { scan-tree-dump-not "iterates . times" "ivcanon" } } */

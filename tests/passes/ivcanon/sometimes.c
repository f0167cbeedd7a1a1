/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivcanon-details" } */

/* A test that is not reached in each iteration is not counted. */
void use (int);
void f (int *a) { int i = 0; for (;;) { use (i); if (a[i]) { if (++i == 20) break; } } }

/* { dg-final { scan-tree-dump {if \(i_[0-9]+ == 19\)} "ivcanon" } } */
/* { dg-final { scan-tree-dump-not "Added" "ivcanon" } } */

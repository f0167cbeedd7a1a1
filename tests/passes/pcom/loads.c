/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-pre -fno-tree-vectorize -fdump-tree-pcom-details" } */

/* Of three elements one is new in each iteration; three registers come round to themselves when the loop is unrolled. */
int a[1000], b[1000];
void f (int n) { for (int i = 1; i < n; i++) b[i] = (a[i + 1] + a[i] + a[i - 1]) / 3; }

/* { dg-final { scan-tree-dump "Loads-only chain" "pcom" } } */
/* { dg-final { scan-tree-dump "max distance 2\n  inits MEM\\\[\\(int \\*\\)&a\\\] MEM\\\[\\(int \\*\\)&a \\+ 4B\\\]" "pcom" } } */
/* { dg-final { scan-tree-dump-times "Unrolling 3 times\\." 1 "pcom" } } */

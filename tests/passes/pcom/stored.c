/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-pre -fno-tree-vectorize -fdump-tree-pcom-details" } */

/* What is stored is loaded again two iterations later. */
unsigned fib[1000];
void f (void) { for (int i = 2; i < 1000; i++) fib[i] = (fib[i - 1] + fib[i - 2]) & 0xffff; }

/* { dg-final { scan-tree-dump "Store-loads chain" "pcom" } } */
/* { dg-final { scan-tree-dump-times "Unrolling 2 times\\." 1 "pcom" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-vectorize -fdump-tree-pcom-details" } */

/* Partial redundancy elimination carries one element over; here two more are. */
unsigned fib[1000], avg[1000];
void f (int n) { for (int i = 1; i < n; i++) avg[i] = (((unsigned long) fib[i - 1] + fib[i] + fib[i + 1]) / 3) & 0xffff; }

/* { dg-final { scan-tree-dump-times "looparound ref" 1 "pcom" } } */
/* { dg-final { scan-tree-dump-times "Unrolling 2 times\\." 1 "pcom" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slsr-details" } */

/* What a φ of sums hides becomes a φ of sums. */
int f (int c, int n, int k) { int b = n; int x = n * k; if (c) b = n + 2; else b = n + 5; int y = b * k; return x ^ y; }

/* { dg-final { scan-tree-dump "Introducing new phi basis: slsr_" "slsr" } } */
/* { dg-final { scan-tree-dump-times "Inserting on edge" 2 "slsr" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slsr-details" } */

/* Products that feed sums differ by a product there is already. */
int f (int s, int c) { int x1 = c + s * 2, x2 = c + s * 4, x3 = c + s * 6; return x1 + x2 * x3; }

/* { dg-final { scan-tree-dump-times "Replacing: " 2 "slsr" } } */
/* { dg-final { scan-tree-dump "Using existing initializer: " "slsr" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cunroll-details" } */

/* What the loop computes is that of the last copy. */
int f (int *a) { int s = 0; for (int i = 0; i < 4; i++) s += a[i]; return s * s; }

/* { dg-final { scan-tree-dump-times "loop with 3 iterations completely unrolled" 1 "cunroll" } } */
/* { dg-final { scan-tree-dump-not "goto" "cunroll" } } */

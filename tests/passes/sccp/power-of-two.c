/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* Division by a power of two is cheap. */
long f (long n) { long i; for (i = 0; i < n; i += 8) ; return i; }

/* { dg-final { scan-tree-dump-times "final value" 1 "sccp" } } */
/* { dg-final { scan-tree-dump-not "not replacing" "sccp" } } */

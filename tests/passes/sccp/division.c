/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* Who counts in steps of seven knows that there are few of them. */
long f (long n) { long i; for (i = 0; i < n; i += 7) ; return i; }

/* { dg-final { scan-tree-dump-not "final value" "sccp" } } */
/* { dg-final { scan-tree-dump-times "not replacing" 1 "sccp" } } */

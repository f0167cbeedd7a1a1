/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* Down to zero: the last address is the first of the array. */
int f (int *p, long n) { int s = 0; for (long i = n; i > 0; i--) s += p[i]; return s; }

/* { dg-final { scan-tree-dump "ivtmp.\[0-9\]+_\[0-9\]+ = ivtmp.\[0-9\]+_\[0-9\]+ - 4;" "ivopts" } } */
/* { dg-final { scan-tree-dump "Step:\\t18446744073709551612" "ivopts" } } */

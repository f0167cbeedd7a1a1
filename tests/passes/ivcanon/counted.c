/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivcanon-details" } */

/* Three more rounds after the first; the counter goes down. */
int f (int *a) { int s = 0; for (int i = 0; i < 4; i++) s += a[i]; return s; }

/* { dg-final { scan-tree-dump-times "Added canonical iv to loop 1, 3 iterations" 1 "ivcanon" } } */
/* { dg-final { scan-tree-dump "ivtmp_\[0-9\]+ = PHI <.*4\\(2\\)" "ivcanon" } } */
/* { dg-final { scan-tree-dump "ivtmp_\[0-9\]+ = ivtmp_\[0-9\]+ - 1;" "ivcanon" } } */
/* { dg-final { scan-tree-dump-times "if \\(ivtmp_\[0-9\]+ != 0\\)" 1 "ivcanon" } } */

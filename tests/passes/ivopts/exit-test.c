/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* The index goes: the loop ends when the address has its last value. */
int f (int *a, int *b, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }

/* { dg-final { scan-tree-dump-times "Replacing exit test" 1 "ivopts" } } */
/* { dg-final { scan-tree-dump "if \\(ivtmp.\[0-9\]+_\[0-9\]+ != _" "ivopts" } } */
/* { dg-final { scan-tree-dump-not "i_\[0-9\]+ = PHI" "ivopts" } } */

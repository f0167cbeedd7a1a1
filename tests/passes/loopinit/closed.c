/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-loopinit-details" } */

/* What is used after the loop leaves it through φs; what is used in it only does not. */
int f (int *a, int n) { int i, s = 0; for (i = 0; i < n; i++) s += a[i]; return s + i; }

/* { dg-final { scan-tree-dump-times "Created LCSSA PHI" 2 "loopinit" } } */
/* { dg-final { scan-tree-dump "Created LCSSA PHI: s_\[0-9\]+ = PHI <s_\[0-9\]+" "loopinit" } } */

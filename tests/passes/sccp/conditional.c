/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* The first iteration is not asked for: the number is that of a condition. */
int f (int n, int m) { int s = 0, i = 0; do { s += m * 3; i += 2; } while (i < n); return s + i; }

/* { dg-final { scan-tree-dump-times "final value" 2 "sccp" } } */
/* { dg-final { scan-tree-dump "n_\[0-9\]+\\(D\\) > 0 \\? .* : 0" "sccp" } } */
/* { dg-final { scan-tree-dump "n_\[0-9\]+\\(D\\) > 0 \\? _\[0-9\]+ : 2;" "sccp" } } */

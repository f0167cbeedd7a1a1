/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slsr-details" } */

/* A product that costs less than what it saves is made. */
int f (int n, int m) { int a = (n + 1) * m, b = (n + 3) * m; return a ^ b; }

/* { dg-final { scan-tree-dump "Inserting initializer: slsr_\[0-9\]+ = m_\[0-9\]+\\(D\\) \\* 2;" "slsr" } } */
/* { dg-final { scan-tree-dump "With: b_\[0-9\]+ = a_\[0-9\]+ \\+ slsr_" "slsr" } } */

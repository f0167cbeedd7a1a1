/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* A value is used after the loop: it is still computed in it. */
int f (const int *s, int n) { int i; for (i = 0; i < n; i++) if (s[i] == 7) break; return i; }

/* { dg-final { scan-tree-dump "Type:\\tGENERIC" "ivopts" } } */
/* { dg-final { scan-tree-dump "MEM\\\[\\(const int \\*\\)_\[0-9\]+\\\]" "ivopts" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2" } */

/* The first round is entered: the string is not empty. */
int f (int n) { int k = 0; for (const char *c = "ab"; *c; c++) k += *c > n; return k; }

/* { dg-final { scan-tree-dump-times "if " 1 "ch2" } } */

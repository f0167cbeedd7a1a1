/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-scev-cprop -fdump-tree-cddce2" } */

/* The sum is still counted. */
unsigned f (unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += 3; return s; }

/* { dg-final { scan-tree-dump "s_\[0-9\]+ = s_\[0-9\]+ \\+ 3" "cddce2" } } */

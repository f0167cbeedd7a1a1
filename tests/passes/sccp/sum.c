/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* A sum of what does not change is a product. */
unsigned f (unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += 3; return s; }

/* { dg-final { scan-tree-dump-times "final value replacement" 1 "sccp" } } */
/* { dg-final { scan-tree-dump "with expr: n_\[0-9\]+\\(D\\) \\* 3" "sccp" } } */

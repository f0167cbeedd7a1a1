/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* A conversion to a truth value keeps the lowest bit alone. */
int low_bit_as_truth (unsigned x, int i) { return (x >> i & 1) != 0; }

/* { dg-final { scan-tree-dump "_\[0-9\]+ = x_\[0-9\]+\\(D\\) >> i_\[0-9\]+\\(D\\);\\n\[^\\n\]*_\[0-9\]+ & 1;\\n\[^\\n\]*= \\(_Bool\\) _1;" "evrp" } } */

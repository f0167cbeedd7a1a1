/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lversion-details -fdump-tree-optimized" } */

/* A loop for a stride of 1 beside the one for any: in it the index is the address, and the loop becomes a memset. */
void f (char *p, int stride, int n) { for (int i = 0; i < n; i++) p[i * stride] = 0; }

/* { dg-final { scan-tree-dump "address term _\[0-9\]+ = varying i_\[0-9\]+ \\* loop-invariant stride_\[0-9\]+\\(D\\)" "lversion" } } */
/* { dg-final { scan-tree-dump "stride_\[0-9\]+\\(D\\) == 1 is a versioning opportunity" "lversion" } } */
/* { dg-final { scan-tree-dump "want to version containing loop for when stride_\[0-9\]+\\(D\\) == 1; could implement the check at loop depth 0" "lversion" } } */
/* { dg-final { scan-tree-dump "this loop has \[0-9\]+ instructions, against a versioning limit of 200" "lversion" } } */
/* { dg-final { scan-tree-dump "optimized: versioned this loop for when certain strides are 1" "lversion" } } */
/* { dg-final { scan-tree-dump "if \\(stride_\[0-9\]+\\(D\\) != 1\\)\n    goto <bb \[0-9\]+>; \\\[20.00%\\\]" "lversion" } } */
/* { dg-final { scan-tree-dump "__builtin_memset \\(p_\[0-9\]+\\(D\\), 0, " "optimized" } } */

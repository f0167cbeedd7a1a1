/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* A product that is no number is computed anew by the library. */
_Complex double f (_Complex double a, _Complex double b) { return a * b; }

/* { dg-final { scan-tree-dump "if \\(_\[0-9\]+ unord _\[0-9\]+\\)\n *goto <bb 4>; \\\[0.05%\\\]" "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times "__muldc3 \\(a\\\$real_\[0-9\]+, a\\\$imag_\[0-9\]+, b\\\$real_\[0-9\]+, b\\\$imag_\[0-9\]+\\);" 1 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times "PHI <" 2 "cplxlower1" } } */

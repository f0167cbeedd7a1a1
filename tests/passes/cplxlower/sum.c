/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* A sum is the sum of the parts, which are named after the variables. */
_Complex double f (_Complex double a, _Complex double b) { _Complex double c = a + b; return c * 1; }

/* { dg-final { scan-tree-dump "a\\\$real_\[0-9\]+ = REALPART_EXPR <a_\[0-9\]+\\(D\\)>;" "cplxlower1" } } */
/* { dg-final { scan-tree-dump "= a\\\$real_\[0-9\]+ \\+ b\\\$real_\[0-9\]+;" "cplxlower1" } } */
/* { dg-final { scan-tree-dump "= a\\\$imag_\[0-9\]+ \\+ b\\\$imag_\[0-9\]+;" "cplxlower1" } } */

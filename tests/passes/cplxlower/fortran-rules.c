/* { dg-do compile } */
/* { dg-options "-O2 -fcx-fortran-rules -fdump-tree-cplxlower1" } */

/* What is divided by is scaled by the larger of its parts. */
_Complex double f (_Complex double a, _Complex double b) { return a / b; }

/* { dg-final { scan-tree-dump-not "__div" "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times "ABS_EXPR" 2 "cplxlower1" } } */
/* { dg-final { scan-tree-dump "= b\\\$imag_\[0-9\]+ / b\\\$real_\[0-9\]+;" "cplxlower1" } } */
/* { dg-final { scan-tree-dump "= b\\\$real_\[0-9\]+ / b\\\$imag_\[0-9\]+;" "cplxlower1" } } */

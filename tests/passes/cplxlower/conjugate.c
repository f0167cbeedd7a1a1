/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* A conjugate and a negation. */
_Complex double f (_Complex double a) { return ~a; }
_Complex double g (_Complex double a) { return -a; }

/* { dg-final { scan-tree-dump-times "= -a\\\$imag_" 2 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times "= -a\\\$real_" 1 "cplxlower1" } } */

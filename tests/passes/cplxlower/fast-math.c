/* { dg-do compile } */
/* { dg-options "-O2 -ffast-math -fdump-tree-cplxlower1" } */

/* Nor do they with -ffast-math. */
_Complex double f (_Complex double a, _Complex double b) { return a / b; }

/* { dg-final { scan-tree-dump { = b\$imag_[0-9]+ \* b\$imag_} "cplxlower1" } } */
/* { dg-final { scan-tree-dump-not "__div" "cplxlower1" } } */

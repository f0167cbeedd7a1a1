/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* Quotients are the library’s. */
_Complex long double f (_Complex long double a, _Complex long double b) { return a / b; }

/* { dg-final { scan-tree-dump "__divtc3 \\(a\\\$real" "cplxlower1" } } */

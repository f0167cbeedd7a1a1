/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* A zero with a sign does something. */
_Complex double f (_Complex double a, double b) { _Complex double x = b; return a * x; }

/* { dg-final { scan-tree-dump-times "= 0.0 \\* a" 2 "cplxlower1" } } */
/* { dg-final { scan-tree-dump "unord" "cplxlower1" } } */

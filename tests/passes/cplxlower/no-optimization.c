/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-cplxlower0" } */

/* And without optimisation, in a pass of its own. */
_Complex double f (_Complex double a, _Complex double b) { return a * b; }

/* { dg-final { scan-tree-dump-times "= __muldc3" 1 "cplxlower0" } } */
/* { dg-final { scan-tree-dump-not "unord" "cplxlower0" } } */

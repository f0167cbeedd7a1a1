/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* What only passes complex numbers on is left alone. */
_Complex double f (_Complex double a) { return a; }
void g (_Complex double *p, _Complex double *q) { *p = *q; }

/* { dg-final { scan-tree-dump {return a_[0-9]+\(D\);} "cplxlower1" } } */
/* { dg-final { scan-tree-dump-not "REALPART" "cplxlower1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* Parts are stored one by one. */
void f (_Complex double *p, _Complex double x) { *p = *p - x; }

/* { dg-final { scan-tree-dump "REALPART_EXPR <\\*p_\[0-9\]+\\(D\\)> = " "cplxlower1" } } */
/* { dg-final { scan-tree-dump "IMAGPART_EXPR <\\*p_\[0-9\]+\\(D\\)> = " "cplxlower1" } } */

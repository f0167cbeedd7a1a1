/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* Of a complex number whose parts are wanted, the parts are loaded, where it was loaded. */
double f (_Complex double *p, double *q) { _Complex double z = *p; *q = 1; return __real__ z + __imag__ z; }

/* { dg-final { scan-tree-dump "= REALPART_EXPR <\\*p_\[0-9\]+\\(D\\)>;\[^\}\]*\\*q" "forwprop1" } } */
/* { dg-final { scan-tree-dump "= IMAGPART_EXPR <\\*p_\[0-9\]+\\(D\\)>;\[^\}\]*\\*q" "forwprop1" } } */
/* { dg-final { scan-tree-dump-not "= \\*p" "forwprop1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* What is put together to be stored is stored part by part. */
_Complex double g;
void f (_Complex double *p, double a, double b) { *p = __builtin_complex (a, b); g = a; }

/* { dg-final { scan-tree-dump "REALPART_EXPR <\\*p_\[0-9\]+\\(D\\)> = a_\[0-9\]+\\(D\\);" "forwprop1" } } */
/* { dg-final { scan-tree-dump "IMAGPART_EXPR <\\*p_\[0-9\]+\\(D\\)> = b_\[0-9\]+\\(D\\);" "forwprop1" } } */
/* { dg-final { scan-tree-dump "IMAGPART_EXPR <g> = 0.0;" "forwprop1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* Both parts are compared. */
int f (_Complex double a, _Complex double b) { return a == b; }
int g (_Complex double a, _Complex double b, int *p) { if (a != b) *p = 1; return 0; }

/* { dg-final { scan-tree-dump "= _\[0-9\]+ & _\[0-9\]+;" "cplxlower1" } } */
/* { dg-final { scan-tree-dump "= _\[0-9\]+ \\| _\[0-9\]+;" "cplxlower1" } } */
/* { dg-final { scan-tree-dump "if \\(_\[0-9\]+ == 1\\)" "cplxlower1" } } */

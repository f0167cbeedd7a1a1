/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* Volatile memory is read and written once. */
volatile _Complex double v;
void f (void) { v = v + v; }

/* { dg-final { scan-tree-dump-times "=.v. v;" 2 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times "v =.v. " 1 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times "= REALPART_EXPR <v.\[01\]_\[0-9\]+>;" 2 "cplxlower1" } } */

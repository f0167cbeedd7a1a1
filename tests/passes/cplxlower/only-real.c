/* { dg-do compile } */
/* { dg-options "-O2 -fno-signed-zeros -fdump-tree-cplxlower1-details" } */

/* A number without an imaginary part takes two multiplications. */
_Complex double f (_Complex double a, double b) { _Complex double x = b; return a * x; }

/* { dg-final { scan-tree-dump-times " \\* " 2 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-not "unord" "cplxlower1" } } */
/* { dg-final { scan-tree-dump "Simulating block 2" "cplxlower1" } } */

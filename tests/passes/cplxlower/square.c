/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* Of a square one product serves for both halves of the imaginary part. */
_Complex double f (_Complex double a) { return a * a; }

/* { dg-final { scan-tree-dump-times "= a\\\$\[a-z_0-9\]+ \\* a\\\$\[a-z_0-9\]+;" 3 "cplxlower1" } } */
/* { dg-final { scan-tree-dump "= _\[0-9\]+ \\* 2.0e\\+0;" "cplxlower1" } } */

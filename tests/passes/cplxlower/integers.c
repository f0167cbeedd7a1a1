/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* So are whole numbers; those without a sign have no absolute value. */
_Complex unsigned f (_Complex unsigned a, _Complex unsigned b) { return a / b; }

/* { dg-final { scan-tree-dump "= b\\\$real_\[0-9\]+ < b\\\$imag_\[0-9\]+;" "cplxlower1" } } */
/* { dg-final { scan-tree-dump-not "ABS_EXPR" "cplxlower1" } } */

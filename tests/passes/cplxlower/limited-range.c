/* { dg-do compile } */
/* { dg-options "-O2 -fcx-limited-range -fdump-tree-cplxlower1" } */

/* The way one learns at school, if infinities do not matter. */
_Complex double f (_Complex double a, _Complex double b) { return a / b * a; }

/* { dg-final { scan-tree-dump-not "__" "cplxlower1" } } */
/* { dg-final { scan-tree-dump-not "if" "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times "= b\\\$real_\[0-9\]+ \\* b\\\$real_\[0-9\]+;" 1 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times " / " 2 "cplxlower1" } } */

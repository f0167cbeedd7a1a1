/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* What has no value has parts without one. */
_Complex double f (int c, _Complex double y) { _Complex double x; if (c) x = y; return x + y; }

/* { dg-final { scan-tree-dump "x\\\$real_\[0-9\]+\\(D\\)\\(\[0-9\]+\\)" "cplxlower1" } } */

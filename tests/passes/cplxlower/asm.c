/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* What an asm leaves is taken apart after it. */
_Complex float f (void) { _Complex float x; asm ("" : "=r" (x)); return x + x; }

/* { dg-final { scan-tree-dump "__asm__\[^\n\]*\n *x\\\$real_\[0-9\]+ = REALPART_EXPR <x_\[0-9\]+>;" "cplxlower1" } } */

/* { dg-do compile } */
/* { dg-options "-Os -fdump-tree-cplxlower1" } */

/* Where size counts the library multiplies. */
_Complex float f (_Complex float a, _Complex float b) { return a * b; }

/* { dg-final { scan-tree-dump-times "__mulsc3" 1 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-not "unord" "cplxlower1" } } */

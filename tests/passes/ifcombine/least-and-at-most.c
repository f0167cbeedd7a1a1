/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine" } */

/* What is the least or the greatest number is compared with another for nothing.  */

_Bool f (unsigned x, unsigned y) { return x <= y && x == 0; }
_Bool g (unsigned x, unsigned y) { return x < y || x != -1u; }

/* { dg-final { scan-tree-dump {if \(x_[0-9]+\(D\) != 4294967295\)} "ifcombine" } } */
/* { dg-final { scan-tree-dump-not " <= " "ifcombine" } } */
/* { dg-final { scan-tree-dump-not " < " "ifcombine" } } */

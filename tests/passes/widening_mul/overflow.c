/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

/* A sum that says whether it has overflowed stays one operation. */
int f (unsigned a, unsigned b, unsigned *r)
{
  return __builtin_add_overflow (a, b, r);
}

/* { dg-final { scan-tree-dump {\.ADD_OVERFLOW \(a_[0-9]+\(D\), b_[0-9]+\(D\)\)} "widening_mul" } } */
/* { dg-final { scan-tree-dump {IMAGPART_EXPR} "widening_mul" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

/* A constant that is subtracted is added as its negative. */
float f (float x)
{
  return (2.0f * x + 1.0f) * x - 3.0f;
}

/* { dg-final { scan-tree-dump {\.FMA \(_[0-9]+, x_[0-9]+\(D\), -3\.0e\+0\)} "widening_mul" } } */
/* { dg-final { scan-tree-dump-not "FMS" "widening_mul" } } */

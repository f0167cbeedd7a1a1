/* The negation that a fused product goes through is the next statement of the block: those after it are fused, too.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

float f (float a, float b, float c, float d, float *p)
{
  p[0] = a * b - c * d;
  p[1] = -(a * c) - d;
  p[2] = -(b * d) + a;
  return a * d + b;
}

/* { dg-final { scan-tree-dump-times " = \\.FN?M\[AS\] " 4 "widening_mul" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1 -fdump-tree-optimized" } */

/* A mask that clears nothing goes; off.c has the same without the pass. */
static unsigned
h (unsigned x)
{
  return x & 255;
}

unsigned
f (unsigned a)
{
  unsigned r = 0;
  if (a < 100)
    r = h (a);
  return r;
}

/* { dg-final { scan-tree-dump {PHI <0\(2\), } "vrp1" } } */
/* { dg-final { scan-tree-dump-not {& 255} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {& 255} "optimized" } } */

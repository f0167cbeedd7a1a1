/* { dg-do compile } */
/* { dg-options "-O2 -fno-expensive-optimizations -fdump-tree-optimized" } */

unsigned short
f (unsigned short x)
{
  return x << 8 | x >> 8;
}

/* { dg-final { scan-tree-dump {x_[0-9]+\(D\) >> 8;} "optimized" } } */
/* { dg-final { scan-tree-dump-not {r>>} "optimized" } } */

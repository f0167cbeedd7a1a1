/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

/* A product of two words is made of words. */
__int128 f (long a, long b)
{
  return (__int128) a * b;
}

/* { dg-final { scan-tree-dump {_[0-9]+ = a_[0-9]+\(D\) w\* b_[0-9]+\(D\);} "widening_mul" } } */

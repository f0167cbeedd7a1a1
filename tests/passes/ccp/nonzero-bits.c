/* What ccp knows of bits, later passes know, too: masks that keep all there can be are dropped.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1 -fdump-tree-fre1" } */

unsigned
shifted_by_any (unsigned x, unsigned y)
{
  return ((x & 255) << (y & 3)) & 2047;
}

unsigned
shifted_too_far (unsigned x, unsigned y)
{
  return ((x & 255) << (y & 7)) & 2046;
}

unsigned
quotient (unsigned x)
{
  return (x & 255) / 5 & 63;
}

unsigned
remainder_of (unsigned x)
{
  return (x % 15) & 15;
}

long
magnitude (long x)
{
  x &= 255;
  return (x < 0 ? -x : x) & 255;
}

unsigned
larger (unsigned x, unsigned y)
{
  x &= 255;
  y &= 15;
  return (x > y ? x : y) & 255;
}

unsigned
rotated (unsigned x)
{
  x &= 255;
  return (x << 28 | x >> 4) & 0xf000000f;
}

/* Here it is a conversion that keeps all.  */
struct { unsigned k : 15; } s;

unsigned
field (unsigned x)
{
  s.k = x % 15;
  return s.k;
}

/* { dg-final { scan-tree-dump-not " & (2047|63)" "forwprop1" } } */
/* { dg-final { scan-tree-dump-times " & 2046" 1 "forwprop1" } } */
/* { dg-final { scan-tree-dump-times " & 15;" 1 "forwprop1" } } */
/* { dg-final { scan-tree-dump-times " & 255;" 6 "forwprop1" } } */
/* { dg-final { scan-tree-dump-not "4026531855" "forwprop1" } } */
/* { dg-final { scan-tree-dump-not " & 32767" "fre1" } } */

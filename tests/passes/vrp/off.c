/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fno-tree-vrp -fdump-tree-optimized" } */

/* Without the pass nobody knows. */
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

/* { dg-final { scan-tree-dump {& 255} "optimized" } } */

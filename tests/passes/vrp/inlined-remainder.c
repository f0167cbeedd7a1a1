/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1" } */

/* A remainder that changes nothing goes. */
static unsigned
h (unsigned x, unsigned by)
{
  return x % by;
}

unsigned
f (unsigned a)
{
  if (a < 10)
    return h (a, 12);
  return 0;
}

/* { dg-final { scan-tree-dump { = a_[0-9]+\(D\);} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {% 12} "vrp1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1" } */

/* What the callee returns decides the caller's comparison. */
int g (int);

static int
h (int x)
{
  return x & 15;
}

int
f (int a)
{
  int r = h (a);
  if (r > 15)
    return g (77);
  return r;
}

/* { dg-final { scan-tree-dump { = a_[0-9]+\(D\) & 15;} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {g \(77\)} "vrp1" } } */

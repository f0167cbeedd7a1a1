/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1" } */

/* What the caller knows of an argument decides the callee's comparison. */
int g (int);

static int
h (int x)
{
  if (x > 100)
    return g (77);
  return g (x);
}

int
f (int a)
{
  if (a < 50)
    return h (a);
  return 0;
}

/* { dg-final { scan-tree-dump-not {g \(77\)} "vrp1" } } */
/* { dg-final { scan-tree-dump-times "if " 1 "vrp1" } } */

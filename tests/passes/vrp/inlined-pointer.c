/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1" } */

/* A pointer that has been gone through is not null. */
int g (int);

static int
h (int *p)
{
  if (!p)
    return g (77);
  return g (5);
}

int
f (int *p)
{
  *p = 3;
  return h (p);
}

/* { dg-final { scan-tree-dump { = g \(5\);} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {g \(77\)} "vrp1" } } */

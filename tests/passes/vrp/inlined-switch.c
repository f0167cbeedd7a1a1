/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1" } */

/* Cases that the caller does not ask for go. */
int g (int);

static int
h (unsigned x)
{
  switch (x)
    {
    case 0: return g (1);
    case 1: return g (5);
    case 2: return g (2);
    case 17: return g (88);
    case 19: return g (99);
    default: return 4;
    }
}

int
f (unsigned a)
{
  return h (a & 3);
}

/* { dg-final { scan-tree-dump-not {g \(88\)} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {g \(99\)} "vrp1" } } */
/* { dg-final { scan-tree-dump {case 2:} "vrp1" } } */

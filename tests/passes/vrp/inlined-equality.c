/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1" } */

/* A comparison that holds for one value becomes an equality. */
int g (int);

static int
h (unsigned x)
{
  return x > 6 ? g (x) : 0;
}

int
f (unsigned a)
{
  return h (a & 7);
}

/* { dg-final { scan-tree-dump {if \(_\d+ == 7\)} "vrp1" } } */

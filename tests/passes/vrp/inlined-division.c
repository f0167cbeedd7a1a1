/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1" } */

/* A quotient of what is not negative is a shift. */
static int
h (int x)
{
  return x / 8;
}

int
f (int a)
{
  if (a >= 0)
    return h (a);
  return 0;
}

/* { dg-final { scan-tree-dump {>> 3} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {/ 8} "vrp1" } } */

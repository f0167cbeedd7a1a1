/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1" } */

/* Of two values one of which is known to be less the minimum is that one. */
static int
h (int x, int y)
{
  return x < y ? x : y;
}

int g (int);

int
f (int a)
{
  return g (h (a & 7, 10));
}

/* { dg-final { scan-tree-dump { = g \(_} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {MIN_EXPR} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {if } "vrp1" } } */

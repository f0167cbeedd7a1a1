/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-vrp1" } */

/* The absolute value of what is negative is its negative. */
static int
h (int x)
{
  return __builtin_abs (x);
}

int
f (int a)
{
  if (a < 0)
    return h (a);
  return 1;
}

/* { dg-final { scan-tree-dump-not {ABS_EXPR} "vrp1" } } */
/* { dg-final { scan-tree-dump { = -a} "vrp1" } } */

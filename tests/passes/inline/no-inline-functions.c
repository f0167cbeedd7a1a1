/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline-functions -fdump-tree-optimized" } */

/* A function that is not declared inline, and makes its callers larger, stays a call. */
int h (int), j (int);
static int g (int a)
{
  return h (a) + j (a + 1) * 3 - h (a ^ 5);
}
int f (int a) { return g (a) + a; }
int k (int a) { return g (a + 1) - a; }

/* { dg-final { scan-tree-dump-times "= g \\(" 2 "optimized" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fexceptions -fdump-tree-optimized" } */

/* What another unit may throw passes through the function that calls it. */
void done (int *), other (int);
static __attribute__ ((noinline)) void loud (int x) { other (x + 1); }
void f (int x)
{
  int y __attribute__ ((cleanup (done))) = x;
  loud (y);
}

/* { dg-final { scan-tree-dump-times "done \\(" 2 "optimized" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* Every volatile read is made. */
volatile int v;
int f (void)
{
  return v - v;
}

/* { dg-final { scan-tree-dump-times "={v} v" 2 "fre1" } } */

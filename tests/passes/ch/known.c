/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-loop-optimize -fdump-tree-ch2-details -fdump-tree-optimized" } */

/* The test of the first round is known, so nothing of the copy stays. */
int f (int *p)
{
  int s = 0;
  for (int i = 0; i < 100; i++)
    s += p[i];
  return s;
}

/* { dg-final { scan-tree-dump-times "is now do-while loop" 1 "ch2" } } */
/* { dg-final { scan-tree-dump-times "if \\(" 1 "optimized" } } */

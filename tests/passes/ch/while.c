/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2-details" } */

/* A while loop becomes a do loop after its test. */
int f (int *p, int n)
{
  int s = 0, i = 0;
  while (i < n)
    s += p[i++];
  return s;
}

/* { dg-final { scan-tree-dump-times "Copying headers of loop 1" 1 "ch2" } } */
/* { dg-final { scan-tree-dump-times "is now do-while loop" 1 "ch2" } } */

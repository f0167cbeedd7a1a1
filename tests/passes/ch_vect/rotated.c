/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch_vect-details" } */

/* What is loaded again for the next round has been put into the latch: the loop tests in the middle. */
void f (int n, long *a, long *x)
{
  if (*a != 1)
    for (int i = 0; i < n; i++, x += 2)
      {
        long r = *a * x[0], s = *a * x[1];
        x[0] = r;
        x[1] = s;
      }
}

/* { dg-final { scan-tree-dump "is now do-while loop" "ch_vect" } } */

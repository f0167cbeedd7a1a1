/* { dg-do run } */
/* { dg-options "-O2 -ffast-math -fdump-tree-reassoc1" } */

/* With -ffast-math sums of floating point may be taken apart. */
__attribute__ ((noipa)) double f (double a, double b)
{
  return (a + 5.0) + (b - a) + 3.0;
}

int main (void)
{
  if (f (1.0, 2.0) != 10.0)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times " \\+ 8.0e\\+0;" 1 "reassoc1" } } */
/* { dg-final { scan-tree-dump-not "a_\[0-9\]+\\(D\\) \\+" "reassoc1" } } */

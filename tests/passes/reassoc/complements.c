/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1" } */

/* A value and its complement leave a constant. */
__attribute__ ((noipa)) unsigned both (unsigned a, unsigned b)
{
  unsigned x = ~a;
  unsigned y = x & b;
  return y & a;
}

__attribute__ ((noipa)) unsigned sum (unsigned a, unsigned b)
{
  unsigned x = ~a;
  unsigned y = x + b;
  return y + a;
}

int main (void)
{
  if (both (5, 7) != 0 || sum (5, 7) != 6)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "return 0;| = 0;" "reassoc1" } } */
/* { dg-final { scan-tree-dump "b_\[0-9\]+\\(D\\) \\+ 4294967295" "reassoc1" } } */

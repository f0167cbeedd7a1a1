/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1" } */

/* What was a difference and is no part of a longer sum any more is one again. */
__attribute__ ((noipa)) unsigned f (unsigned a, unsigned b, unsigned c)
{
  return a - (b + c) + b;
}

__attribute__ ((noipa)) unsigned g (unsigned a, unsigned b, unsigned c)
{
  return (a - b) * 3 + (c - b);
}

int main (void)
{
  if (f (10, 99, 3) != 7 || g (10, 4, 9) != 23)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "a_\[0-9\]+\\(D\\) - c_\[0-9\]+\\(D\\)" "reassoc1" } } */

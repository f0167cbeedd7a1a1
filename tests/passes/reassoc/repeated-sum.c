/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1" } */

/* The same added again and again is a product. */
__attribute__ ((noipa)) unsigned f (unsigned x, unsigned y)
{
  return x + x + y + x + x + y + x;
}

int main (void)
{
  if (f (3, 10) != 35)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "x_\[0-9\]+\\(D\\) \\* 3;" "reassoc1" } } */
/* { dg-final { scan-tree-dump "\\* 2;" "reassoc1" } } */

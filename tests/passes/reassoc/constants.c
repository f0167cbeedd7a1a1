/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1" } */

/* Constants meet wherever they stand. */
__attribute__ ((noipa)) unsigned f (unsigned a, unsigned b, unsigned c, unsigned d)
{
  return ((a + 5) + b) + ((c + 7) + d);
}

int main (void)
{
  if (f (1, 2, 3, 4) != 22)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "\\+ 12;" 1 "reassoc1" } } */
/* { dg-final { scan-tree-dump-not "\\+ 5;" "reassoc1" } } */

/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Two comparisons of the same are one. */
__attribute__ ((noipa)) int f (int a, int b, int c)
{
  int x = a < b;
  int y = c == 3;
  int z = a == b;
  return (x | y) | z;
}

int main (void)
{
  if (f (1, 2, 0) != 1 || f (2, 2, 0) != 1 || f (3, 2, 0) != 0 || f (3, 2, 3) != 1)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "Equivalence: \[^\n\]* -> " 1 "reassoc1" } } */
/* { dg-final { scan-tree-dump " <= " "reassoc1" } } */

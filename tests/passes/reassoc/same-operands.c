/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1" } */

/* Of the same operand one is enough for bits, and it vanishes from an exclusive or. */
__attribute__ ((noipa)) int ior (int a, int b, int c)
{
  return (a | b) | (c | a) | b;
}

__attribute__ ((noipa)) int xor (int a, int b)
{
  int x = a ^ b;
  int y = x ^ 7;
  int z = y ^ a;
  return z;
}

int main (void)
{
  if (ior (1, 2, 4) != 7 || xor (99, 5) != 2)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times " \\| " 2 "reassoc1" } } */
/* { dg-final { scan-tree-dump-times "b_\[0-9\]+\\(D\\) \\^ 7;" 1 "reassoc1" } } */

/* Nested functions are inlined, with the frame they are called with. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-einline-details" } */
int result;

__attribute__((noipa)) int
outer (int a, int b)
{
  int sum = a;
  void add (int x) { sum += x; }
  int twice (void)
  {
    add (b);
    return sum * 2;
  }
  return twice () + sum;
}

__attribute__((noipa)) int
deep (int a)
{
  int middle (int x)
  {
    int inner (int y) { return a * y + x; }
    return inner (x + 1);
  }
  return middle (a) - middle (2);
}

int
main (void)
{
  if (outer (3, 4) != 21 || deep (5) != (5 * 6 + 5) - (5 * 3 + 2))
    __builtin_abort ();
  return 0;
}
/* { dg-final { scan-tree-dump "Inlining add/\\d+ into twice/\\d+" "einline" } } */
/* { dg-final { scan-tree-dump "Inlining inner/\\d+ into middle/\\d+" "einline" } } */

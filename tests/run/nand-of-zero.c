/* What is made by the update is a constant before it is complemented. */
#include <stdio.h>
int v = 5;
long w = 7;
int main (void)
{
  int a = __atomic_nand_fetch (&v, 0, __ATOMIC_RELAXED);
  long b = __atomic_nand_fetch (&w, 0, __ATOMIC_SEQ_CST);
  printf ("%d %d %ld %ld\n", a, v, b, w);
  return 0;
}

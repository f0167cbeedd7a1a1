/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1" } */

/* What is added and taken away again goes. */
__attribute__ ((noipa)) unsigned f (unsigned a, unsigned b)
{
  unsigned x = a + 3;
  unsigned y = b - x;
  unsigned z = y + a;
  return z;
}

int main (void)
{
  if (f (1000, 7) != 4 || f (0, 0) != -3u)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "_\[0-9\]+ = b_\[0-9\]+\\(D\\) \\+ 4294967293;|_\[0-9\]+ = 4294967293 \\+ b_" "reassoc1" } } */

/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1" } */

/* A factor of all summands is multiplied once. */
__attribute__ ((noipa)) unsigned f (unsigned a, unsigned b, unsigned c, unsigned x)
{
  return a * x + b * x + x * c;
}

int main (void)
{
  if (f (2, 3, 4, 5) != 45)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times " \\* " 1 "reassoc1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* What functions can return. */
int
f (unsigned a, const char *s)
{
  int bits = __builtin_popcount (a);
  unsigned long n = __builtin_strlen (s);
  return (bits > 32) + (n > 0x7fffffffffffffffUL);
}

/* { dg-final { scan-tree-dump {: int \[0, 32\]} "evrp" } } */
/* { dg-final { scan-tree-dump {return 0;} "evrp" } } */

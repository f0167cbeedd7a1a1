/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* A remainder of what is smaller than the divisor is itself. */
int
f (unsigned char a)
{
  int x = a;
  return x % 1000;
}

/* { dg-final { scan-tree-dump { = x_[0-9]+;} "evrp" } } */
/* { dg-final { scan-tree-dump-not "% 1000" "evrp" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* A mask that clears nothing goes. */
int
f (unsigned a, unsigned b)
{
  unsigned x = a >> 20;
  return (x & 8191) + (b & 15 & 12);
}

/* { dg-final { scan-tree-dump { = a_[0-9]+\(D\) >> 20;} "evrp" } } */
/* { dg-final { scan-tree-dump-not "& 8191" "evrp" } } */

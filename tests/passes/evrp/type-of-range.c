/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* A range is shown in the type of its least value: what is converted is of no typedef, a φ of what is its least argument's. */
typedef unsigned natural;
int g (natural);

int
f (natural a, unsigned char c, int v)
{
  natural masked = a & 15;
  natural converted = c;
  natural joined;
  if (v)
    joined = 9;
  else
    joined = converted;
  return g (masked) + g (converted) + g (joined);
}

/* { dg-final { scan-tree-dump {masked_[0-9]+  : natural \[0, 15\]} "evrp" } } */
/* { dg-final { scan-tree-dump {converted_[0-9]+  : unsigned int \[0, 255\]} "evrp" } } */
/* { dg-final { scan-tree-dump {joined_[0-9]+  : unsigned int \[0, 255\]} "evrp" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* Where one value is left, the name is that value. */
int g (int);

int
f (unsigned a)
{
  if (a > 3)
    return 0;
  if (a < 3)
    return 1;
  return g (a);
}

/* { dg-final { scan-tree-dump {g \(3\)} "evrp" } } */
/* { dg-final { scan-tree-dump {if \(a_\d+\(D\) != 3\)} "evrp" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* What a loop counts is between what it begins and ends with; the test is for the one value that ends it. */
int g (int);

int
f (void)
{
  int s = 0;
  for (int i = 0; i < 10; i++)
    s += g (i);
  return s;
}

/* { dg-final { scan-tree-dump {i_\d+  : int \[0, 10\]} "evrp" } } */
/* { dg-final { scan-tree-dump {Simplified relational if \(i_\d+ <= 9\)\s+into if \(i_\d+ != 10\)} "evrp" } } */

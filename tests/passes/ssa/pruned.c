/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ssa" } */

/* A variable that is dead at the join gets no phi there. */
int f (int c, int a)
{
  int x;
  if (c)
    x = a + 1;
  else
    x = a + 2;
  x = 5;
  return x;
}

/* { dg-final { scan-tree-dump {x_[0-9]+ = 5;} "ssa" } } */
/* { dg-final { scan-tree-dump-not "PHI" "ssa" } } */

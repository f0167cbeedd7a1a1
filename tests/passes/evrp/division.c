/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* What is not negative is divided by shifting, and its remainder is a mask. */
int
f (int a)
{
  if (a < 0)
    return 1;
  return a / 16 + a % 8;
}

int
g (int a)
{
  return a / 16 + a % 8;
}

/* { dg-final { scan-tree-dump-times ">> 4" 1 "evrp" } } */
/* { dg-final { scan-tree-dump-times "& 7" 1 "evrp" } } */
/* { dg-final { scan-tree-dump-times "/ 16" 1 "evrp" } } */

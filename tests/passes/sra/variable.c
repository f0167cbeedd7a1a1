/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra-details" } */

/* An element whose number varies keeps the whole array in memory, and not what is beside it. */

struct s { int n; int v[4]; };

int
f (int i, int k)
{
  struct s x;
  x.n = k;
  x.v[0] = 1;
  x.v[1] = 2;
  x.v[i] = k;
  return x.n + x.v[1];
}

/* { dg-final { scan-tree-dump-times "Created a replacement" 1 "esra" } } */
/* { dg-final { scan-tree-dump {x\$n_\d+ = k_\d+\(D\);} "esra" } } */
/* { dg-final { scan-tree-dump "x.v.1. = 2;" "esra" } } */
/* { dg-final { scan-tree-dump "grp_unscalarizable_region = 1" "esra" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ssa" } */

/* A volatile variable has no names: each access stays one. */
int f (void)
{
  volatile int x = 1;
  x = x + 1;
  return x;
}

/* { dg-final { scan-tree-dump {x =\{v\} 1;} "ssa" } } */
/* { dg-final { scan-tree-dump {=\{v\} x;} "ssa" } } */
/* { dg-final { scan-tree-dump-not {x_\d+ =} "ssa" } } */

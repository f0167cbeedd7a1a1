/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-cselim -fdump-tree-optimized" } */

void
f (int *p, int a)
{
  if (a)
    *p = 1;
  else
    *p = 2;
}

/* { dg-final { scan-tree-dump {PHI <1\(2\), 2\(3\)>} "optimized" } } */
/* { dg-final { scan-tree-dump-not {cstore} "optimized" } } */

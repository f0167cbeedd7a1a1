/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Blocks are numbered in the order they are printed, from 2. */
int g (int);
int f (int n)
{
  if (n)
    g (1);
  else
    g (2);
  return g (3);
}

/* { dg-final { scan-tree-dump {<bb 2>.*<bb 3>.*<bb 4>.*<bb 5>} "optimized" } } */
/* { dg-final { scan-tree-dump-not {<bb 6>} "optimized" } } */

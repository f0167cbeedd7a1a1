/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sink1-details" } */

/* A volatile load happens where it is written. */
int f (volatile int *p, int c)
{
  int x = *p;
  if (c)
    return x;
  return 0;
}

/* { dg-final { scan-tree-dump {=.v. \*p_} "sink1" } } */
/* { dg-final { scan-tree-dump-not "Sinking" "sink1" } } */

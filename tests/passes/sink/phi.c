/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-pre -fdump-tree-sink1-details" } */

/* What a phi needs on one way is computed on that way. */
int f (int a, int b, int c)
{
  int x = a * b, r = 0;
  if (c)
    r = x;
  else
    r = a - 7;
  return r * r;
}

/* { dg-final { scan-tree-dump-times "Sinking x_\[0-9\]+ = " 1 "sink1" } } */

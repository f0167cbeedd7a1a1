/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sink1-details" } */

/* A computation goes to the arm that needs it. */
int f (int a, int b, int c)
{
  int x = a * b;
  if (c)
    return x;
  return 0;
}

/* { dg-final { scan-tree-dump-times "Sinking x_\[0-9\]+ = " 1 "sink1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sink1-details" } */

/* What only sunk statements need follows them. */
int f (int a, int b, int c)
{
  int x = a * b, y = x ^ a, z = y * b;
  if (c)
    return z;
  return 0;
}

/* { dg-final { scan-tree-dump-times "Sinking \[xyz\]_\[0-9\]+ = " 3 "sink1" } } */

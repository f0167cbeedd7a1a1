/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* What leaves a loop does so by a φ. */
int g (int);

int
f (int n)
{
  int i;
  for (i = 0; i < n; i++)
    if (g (i))
      break;
  return i;
}

/* { dg-final { scan-tree-dump-times {i_\d+ = PHI <i_\d+\(\d+\), i_\d+\(\d+\)>} 1 "evrp" } } */

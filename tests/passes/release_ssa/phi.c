/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa" } */

/* The result of a φ and its arguments have new numbers, too. */
int g (int);
int f (int n)
{
  int dead = n * 3;
  int r = 0;
  for (int i = 0; i < n; i++)
    {
      dead += i;
      r += g (i);
    }
  return r;
}

/* { dg-final { scan-tree-dump "# r_1 = PHI <0\\(2\\), r_9\\(3\\)>\n  # i_2 = PHI <0\\(2\\), i_10\\(3\\)>" "release_ssa" } } */
/* { dg-final { scan-tree-dump "Released 5 names, 45.45%" "release_ssa" } } */

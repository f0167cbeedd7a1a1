/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized -fno-ssa-phiopt -fno-tree-switch-conversion" } */

/* Where two edges bring different values a block stays to tell them apart. */
int g (int);
int f (int a, int b)
{
  int r = a;
  if (a > 0)
    {
      r = g (b);
      if (r > 5)
        goto out;
      r = 7;
    }
out:
  return r + b;
}

/* { dg-final { scan-tree-dump-times "<bb \[0-9\]+> \\\[" 4 "optimized" } } */

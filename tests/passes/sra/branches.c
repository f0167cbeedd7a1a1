/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra -fdump-tree-optimized" } */

/* Written in parts on one way and as a whole on the other: the parts meet in φs. */

struct s { int a, b; };

int
f (struct s x, int c)
{
  struct s y;
  if (c)
    {
      y.a = 1;
      y.b = 2;
    }
  else
    y = x;
  return y.a + y.b;
}

/* { dg-final { scan-tree-dump-times {y\$[ab]_\d+ = PHI} 2 "esra" } } */
/* { dg-final { scan-tree-dump-not "y = x" "optimized" } } */

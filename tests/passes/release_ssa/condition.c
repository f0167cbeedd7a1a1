/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa" } */

/* A condition and a switch ask new names. */
int g (int);
int f (int a, int b)
{
  int dead = a - b;
  int c = a + b;
  int d = a + b;
  dead *= 2;
  if (c > 4)
    return g (d);
  switch (a * b)
    {
    case 1: return g (1);
    case 5: return g (7);
    case 17: return g (9);
    case 33: return g (a);
    }
  return c;
}

/* { dg-final { scan-tree-dump "if \\(c_6 > 4\\)" "release_ssa" } } */
/* { dg-final { scan-tree-dump "switch \\(_1\\)" "release_ssa" } } */
/* { dg-final { scan-tree-dump "_17 = g \\(c_6\\);" "release_ssa" } } */

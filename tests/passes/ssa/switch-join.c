/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ssa" } */

/* A φ has an argument for each block control comes from, also where cases lead to it themselves. */
int f (int n)
{
  int r = 0;
  switch (n)
    {
    case 1: r = 3; break;
    case 7: r = n; break;
    case 9: break;
    default: r = 8;
    }
  return r;
}

/* { dg-final { scan-tree-dump-times {# r_1 = PHI <r_\d+\(3\), r_\d+\(4\), r_\d+\(2\), r_\d+\(5\)>} 1 "ssa" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchconv" } */

/* Values on a line are computed, in unsigned numbers. */

int
f (int x)
{
  int r;
  switch (x)
    {
    case 10: r = 1; break;
    case 11: r = 3; break;
    case 12: r = 5; break;
    case 13: r = 7; break;
    default: r = -1;
    }
  return r;
}

/* { dg-final { scan-tree-dump {Linear transformation with A = 2 and B = -19} "switchconv" } } */
/* { dg-final { scan-tree-dump {_6 = 2 \* _5;\s+_7 = _6 \+ 4294967277;\s+_10 = \(int\) _7;\s+r_4 = _10;} "switchconv" } } */

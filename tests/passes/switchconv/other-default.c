/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchconv" } */

/* Where the cases leave no gap, the default may do anything. */

void g (void);

int
f (int x)
{
  switch (x)
    {
    case 0: return 3;
    case 1: return 8;
    case 2: return 12;
    case 3: return 2;
    default: g (); return 11;
    }
}

/* { dg-final { scan-tree-dump {# _1 = PHI <11\(4\), _6\(3\)>} "switchconv" } } */
/* { dg-final { scan-tree-dump {Switch converted} "switchconv" } } */

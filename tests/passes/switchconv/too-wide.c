/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchconv" } */

int
f (int x)
{
  switch (x)
    {
    case 0: return 1;
    case 100: return 2;
    case 2000: return 3;
    case 30000: return 4;
    default: return 0;
    }
}

/* { dg-final { scan-tree-dump {Bailing out - the maximum range-branch ratio exceeded} "switchconv" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-switch-conversion -fdump-tree-phiopt2" } */

int
f (int x)
{
  switch (x)
    {
    case 0: return 5;
    case 1: return 9;
    case 2: return -3;
    case 3: return 100;
    default: return 0;
    }
}

/* { dg-final { scan-tree-dump {switch \(x} "phiopt2" } } */

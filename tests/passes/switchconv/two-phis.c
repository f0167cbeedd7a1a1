/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchconv" } */

/* Each variable has a table. */

int
f (int x, int *p)
{
  int a, b;
  switch (x)
    {
    case 0: a = 1; b = 2; break;
    case 1: a = 5; b = 9; break;
    case 2: a = 7; b = 2; break;
    case 3: a = 11; b = 22; break;
    default: a = 1; b = 3;
    }
  *p = b;
  return a;
}

/* { dg-final { scan-tree-dump {a_4 = CSWTCH.1\[_\d+\];\s+b_5 = CSWTCH.2\[_\d+\];} "switchconv" } } */
/* { dg-final { scan-tree-dump {a_6 = 1;\s+b_7 = 3;} "switchconv" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchconv" } */

/* What no case stands for gets the default's value. */

int
f (int x)
{
  switch (x)
    {
    case 0: return 5;
    case 2: return 9;
    case 3: return -3;
    case 4: return 100;
    default: return 77;
    }
}

/* { dg-final { scan-assembler {\.word\s+5\s+\.word\s+77\s+\.word\s+9\s+\.word\s+-3\s+\.word\s+100} } } */

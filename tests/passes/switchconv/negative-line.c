/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchconv" } */

/* A line that falls; numbers of eight bits wrap. */

unsigned char
f (unsigned char x)
{
  switch (x)
    {
    case 1: return 255;
    case 2: return 254;
    case 3: return 253;
    case 4: return 252;
    default: return 0;
    }
}

/* { dg-final { scan-tree-dump {Linear transformation with A = -1 and B = 0} "switchconv" } } */
/* { dg-final { scan-tree-dump {_\d+ = -x_\d+\(D\);} "switchconv" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-pie -fdump-tree-switchconv" } */

/* Addresses are constants where the program is not moved. */

const char *
f (unsigned x)
{
  switch (x)
    {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    }
  return 0;
}

/* { dg-final { scan-tree-dump {Switch converted} "switchconv" } } */
/* { dg-final { scan-assembler {\.dword\s+\.LC} } } */

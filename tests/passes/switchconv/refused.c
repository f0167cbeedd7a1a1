/* { dg-do compile } */
/* { dg-options "-O2 -fpie -fdump-tree-switchconv" } */

/* Why switches stay. */

void g (void);

const char *
relocations (unsigned x)
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

int
varies (int x, int y)
{
  switch (x)
    {
    case 0: return y;
    case 1: return 2;
    case 2: return 9;
    case 3: return 7;
    default: return 0;
    }
}

int
few (int x)
{
  switch (x)
    {
    case 0: return 1;
    case 1: return 2;
    default: return 7;
    }
}

int
bits (int x)
{
  int r = 0;
  switch (x)
    {
    case 2: case 4: case 6: case 8: r = 1;
    }
  return r;
}

int
effect (int x)
{
  switch (x)
    {
    case 0: g (); return 1;
    case 1: return 2;
    case 2: return 5;
    case 5: return 8;
    default: return 7;
    }
}

/* { dg-final { scan-tree-dump {Bailing out - value from a case would need runtime relocations} "switchconv" } } */
/* { dg-final { scan-tree-dump {Bailing out - non-invariant value from a case} "switchconv" } } */
/* { dg-final { scan-tree-dump {Bailing out - expanding as jumps is preferable} "switchconv" } } */
/* { dg-final { scan-tree-dump {Bailing out - expanding as bit test is preferable} "switchconv" } } */
/* { dg-final { scan-tree-dump {Bailing out - bad case - a non-final BB not empty} "switchconv" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchconv" } */

/* Constants that lie on no line go to a table. */

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

/* { dg-final { scan-tree-dump {beginning to process the following SWITCH statement \([^:]*table.c:9\) : -------} "switchconv" } } */
/* { dg-final { scan-tree-dump {_3 = \(unsigned int\) x_2\(D\);\s+if \(_3 <= 3\)} "switchconv" } } */
/* { dg-final { scan-tree-dump {_4 = CSWTCH.1\[_3\];} "switchconv" } } */
/* { dg-final { scan-tree-dump {# _1 = PHI <_5\(3\), _4\(4\)>} "switchconv" } } */
/* { dg-final { scan-assembler {\.word\s+5\s+\.word\s+9\s+\.word\s+-3\s+\.word\s+100} } } */

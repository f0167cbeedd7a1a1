/* { dg-do compile } */
/* { dg-options "-O2 -fharden-compares -fdump-tree-hardcmp" } */

/* What is done is said without details, too. */
int f (int a, int b)
{
  return a < b;
}

/* { dg-final { scan-tree-dump {Adding reversed compare to block 2, and trap to block 4} "hardcmp" } } */
/* { dg-final { scan-tree-dump {_6 = _7 >= _8;\n  if \(_1 == _6\)} "hardcmp" } } */

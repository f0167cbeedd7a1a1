/* { dg-do compile } */
/* { dg-options "-O2 -fharden-compares -fdump-tree-hardcmp" } */

/* Numbers with a fraction have comparisons whose opposites do not trap alike: they stay alone. */
int f (double a, double b)
{
  return a > b;
}

/* { dg-final { scan-tree-dump { = a_[0-9]+\(D\) > b_} "hardcmp" } } */
/* { dg-final { scan-tree-dump-not {__builtin_trap} "hardcmp" } } */

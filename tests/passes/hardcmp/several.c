/* { dg-do compile } */
/* { dg-options "-O2 -fharden-compares -fdump-tree-hardcmp" } */

/* Each comparison has its own. */
int f (int a, int b, int *p)
{
  *p = a < b;
  return a == 3;
}

/* { dg-final { scan-tree-dump-times {__builtin_trap} 2 "hardcmp" } } */

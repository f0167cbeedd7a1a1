/* { dg-do compile } */
/* { dg-options "-O2 -fharden-compares -fdump-tree-hardcmp" } */

/* A constant needs not be hidden. */
int f (unsigned a)
{
  return a != 7;
}

/* { dg-final { scan-tree-dump-times {__asm__} 1 "hardcmp" } } */
/* { dg-final { scan-tree-dump {== 7;} "hardcmp" } } */

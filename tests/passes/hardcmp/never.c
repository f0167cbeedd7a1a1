/* { dg-do compile } */
/* { dg-options "-O2 -fharden-compares -fdump-tree-hardcmp" } */

/* Nobody gets to the trap. */
int f (char *p, char *q)
{
  return p == q;
}

/* { dg-final { scan-tree-dump {<bb [0-9]+> :\n  __builtin_trap \(\);} "hardcmp" } } */
/* { dg-final { scan-tree-dump {\[0\.00%\]} "hardcmp" } } */

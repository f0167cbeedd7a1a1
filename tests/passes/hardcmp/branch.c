/* { dg-do compile } */
/* { dg-options "-O2 -fharden-compares -fdump-tree-hardcmp" } */

/* Comparisons that branch are the other pass's. */
void g (void), h (void);
void f (int a, int b)
{
  if (a == b)
    g ();
  else
    h ();
}

/* { dg-final { scan-tree-dump-not {__builtin_trap} "hardcmp" } } */
/* { dg-final { scan-tree-dump-times {if \(} 1 "hardcmp" } } */

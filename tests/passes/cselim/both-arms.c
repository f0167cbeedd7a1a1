/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

void
f (int *p, int a)
{
  if (a)
    *p = 1;
  else
    *p = 2;
}

/* { dg-final { scan-tree-dump {# cstore_\d+ = PHI <1\(2\), 2\(3\)>\n  \*p_\d+\(D\) = cstore_\d+;} "cselim" } } */

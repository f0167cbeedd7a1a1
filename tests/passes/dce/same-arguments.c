/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cddce1" } */

/* What brings the same value is gathered in a block of its own before the branches are looked at. */
char *strchr (const char *, int);

int f (const char *s)
{
  return strchr (s, 42) || strchr (s, 86) || strchr (s, 83) || strchr (s, 110);
}

/* { dg-final { scan-tree-dump {PHI <1\(\d+\), 0\(\d+\)>} "cddce1" } } */
/* { dg-final { scan-tree-dump "Removing basic block 6" "cddce1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fwrapv -fdump-tree-cddce1" } */

/* See counts-up.c. */
int f (unsigned char *p)
{
  int i = 0;
  while (p[i] != 7)
    i++;
  return 0;
}

/* { dg-final { scan-tree-dump "cannot prove finiteness of loop 1" "cddce1" } } */
/* { dg-final { scan-tree-dump "goto" "cddce1" } } */

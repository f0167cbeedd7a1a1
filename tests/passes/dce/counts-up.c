/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cddce1" } */

/* A loop that counts a signed variable up ends, or it would overflow; with -fwrapv nobody knows. */
int f (unsigned char *p)
{
  int i = 0;
  while (p[i] != 7)
    i++;
  return 0;
}

/* { dg-final { scan-tree-dump {return 0;} "cddce1" } } */
/* { dg-final { scan-tree-dump-not "cannot prove finiteness" "cddce1" } } */
/* { dg-final { scan-tree-dump-not "goto" "cddce1" } } */

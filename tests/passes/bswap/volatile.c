/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

unsigned
f (volatile unsigned char *p)
{
  return p[0] | p[1] << 8;
}

/* { dg-final { scan-tree-dump { =.v. \*p_} "bswap" } } */
/* { dg-final { scan-tree-dump-not {found at} "bswap" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

/* The machine has no instruction for that.  */

unsigned
f (unsigned x)
{
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned
g (unsigned char *p)
{
  return p[3] | p[2] << 8 | p[1] << 16 | (unsigned) p[0] << 24;
}

/* { dg-final { scan-tree-dump { << 24;} "bswap" } } */
/* { dg-final { scan-tree-dump-not {32 bit} "bswap" } } */
/* { dg-final { scan-tree-dump-not {__builtin_bswap} "bswap" } } */

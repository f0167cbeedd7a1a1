/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

/* Only where the second byte is read too it is known to be there.  */

unsigned short
f (unsigned char *p, int c)
{
  unsigned char x = p[0];
  if (c)
    return x | p[1] << 8;
  return x;
}

/* { dg-final { scan-tree-dump {if \(c_\d+\(D\) != 0\)(\n.*)*load_dst_\d+ = MEM <short unsigned int>} "bswap" } } */

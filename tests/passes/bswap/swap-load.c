/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

unsigned short
f (unsigned char *p)
{
  return p[0] << 8 | p[1];
}

/* { dg-final { scan-tree-dump {load_dst_\d+ = MEM <short unsigned int> \[\(unsigned char \*\)p_\d+\(D\)\];\n  bswapdst_\d+ = load_dst_\d+ r>> 8;\n  _\d+ = \(signed short\) bswapdst_\d+;} "bswap" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

/* The sum of halves, the second read first, and signed.  */

long
f (int *p)
{
  return ((long) p[1] << 32) + (unsigned) p[0];
}

/* { dg-final { scan-tree-dump-times {64 bit load in target endianness found at: _\d+ = \(long int\) load_dst_\d+;} 1 "bswap" } } */
/* { dg-final { scan-tree-dump {load_dst_\d+ = MEM <long unsigned int> \[\(int \*\)p_\d+\(D\)\];} "bswap" } } */

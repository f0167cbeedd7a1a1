/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

unsigned short
f (unsigned short x)
{
  return x << 8 | x >> 8;
}

/* Of more bits than it takes.  */

unsigned short
g (unsigned x)
{
  return (x & 0xff) << 8 | (x >> 8 & 0xff);
}

/* { dg-final { scan-tree-dump-times {16 bit bswap implementation found at: _\d+ = _\d+ \| _\d+;} 2 "bswap" } } */
/* { dg-final { scan-tree-dump {\n  _\d+ = x_\d+\(D\) r>> 8;} "bswap" } } */
/* { dg-final { scan-tree-dump {bswapsrc_\d+ = \(short unsigned int\) x_\d+\(D\);\n  _\d+ = bswapsrc_\d+ r>> 8;} "bswap" } } */

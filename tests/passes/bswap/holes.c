/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

/* Three bytes are loaded as two and one; where one is missing, or comes twice, nothing is.  */

unsigned
three (unsigned char *p)
{
  return p[0] + (p[1] << 8) + (p[2] << 16);
}

unsigned
from_one (unsigned char *p)
{
  return p[0] << 8 | p[2] << 16;
}

unsigned
twice (unsigned char *p)
{
  return p[0] | p[0] << 8;
}

/* The sign comes in from above.  */

unsigned
sign (signed char *p)
{
  return p[0] | p[1] << 8 | p[2] << 16;
}

/* { dg-final { scan-tree-dump-times {16 bit load} 1 "bswap" } } */
/* { dg-final { scan-tree-dump-times {found at} 1 "bswap" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

unsigned char a[2];

/* Both see memory before the store.  */

unsigned
f (unsigned char *p)
{
  unsigned char x = p[0], y = p[1];
  a[0] = 1;
  return x | y << 8;
}

/* They do not see the same.  */

unsigned
g (unsigned char *p)
{
  unsigned char x = p[0];
  a[0] = 1;
  unsigned char y = p[1];
  return x | y << 8;
}

/* { dg-final { scan-tree-dump-times {found at} 1 "bswap" } } */

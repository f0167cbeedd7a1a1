/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

/* Of the other byte order.  */

struct __attribute__ ((scalar_storage_order ("big-endian"))) s { unsigned short a, b; };

unsigned
f (struct s *p)
{
  return p->a | (unsigned) p->b << 16;
}

/* { dg-final { scan-tree-dump { = p_[0-9]+\(D\)->b;} "bswap" } } */
/* { dg-final { scan-tree-dump-not {found at} "bswap" } } */

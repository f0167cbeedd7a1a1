/* What is known of the bits of a parameter goes through a sum and a product with constants into what is called. */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-cp-details -fdump-tree-ccp2" } */

extern int odd (void);

static int
last (unsigned v)
{
  return v & 1 ? odd () : (int) v;
}

static int
middle (unsigned a)
{
  return last (a + 4) + last (a * 6);
}

int
first (unsigned a, unsigned b)
{
  return middle (a & 12) + middle (b & 8);
}

/* { dg-final { scan-ipa-dump "Adjusting mask for param 0 to 0x7c" "cp" } } */
/* { dg-final { scan-tree-dump-not "odd \\(" "ccp2" } } */

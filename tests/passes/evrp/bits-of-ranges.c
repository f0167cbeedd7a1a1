/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* What bits two ranges can have set bounds their conjunction, disjunction and difference; counts of shifts are
   within the width. */
extern void lost (void);

void conjunction (unsigned a, unsigned b)
{
  a &= 12;
  b &= 10;
  if ((a & b) > 12)
    lost ();
}

void disjunction (unsigned a, unsigned b)
{
  a &= 12;
  b &= 3;
  if ((a | b) > 15)
    lost ();
}

void difference (unsigned char a, unsigned char b)
{
  if ((a ^ b) > 255)
    lost ();
}

void quotient (unsigned a, unsigned b)
{
  if (a < 100)
    if (a / b > 99)
      lost ();
}

/* { dg-final { scan-tree-dump { = a_[0-9]+ \| b_} "evrp" } } */
/* { dg-final { scan-tree-dump-not "lost" "evrp" } } */

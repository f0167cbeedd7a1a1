/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-bbro" } */

/* No jump leads to what follows it. */
int g (int);
int f (int n)
{
  if (n)
    n = g (1) + g (4);
  else
    n = g (2) + g (n);
  return g (n);
}

/* { dg-final { scan-assembler {beq\ta0,zero,} } } */
/* { dg-final { scan-assembler-not {\tj\t(\.L\d+)\n\1:} } } */

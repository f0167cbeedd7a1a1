/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-bbro" } */

/* A loop is turned so that its last block is the one that leaves it, and what is between two traces is copied. */
int g (int);
int f (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (p[i] < 0)
      s += g (p[i]);
    else
      s += p[i];
  return s;
}

/* { dg-final { scan-rtl-dump "Rotating loop" "bbro" } } */
/* { dg-final { scan-rtl-dump-times "Duplicated bb" 2 "bbro" } } */
/* { dg-final { scan-rtl-dump "STC - round 4" "bbro" } } */
/* { dg-final { scan-assembler-not {\tj\t(\.L\d+)\n\1:} } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-bbro" } */

/* What is computed before the return is copied with it. */
int g (int);
int h (int);
int f (int n)
{
  int r;
  if (n)
    r = g (1);
  else
    r = h (2);
  return r + 1;
}

/* { dg-final { scan-assembler-times {\tjr\tra\n} 2 } } */
/* { dg-final { scan-assembler-times {\taddiw?\ta0,a0,1\n} 2 } } */
/* { dg-final { scan-assembler-not {\tj\t} } } */

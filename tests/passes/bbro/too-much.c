/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-bbro" } */

/* Nor where there is much to be done before the return. */
int g (int);
extern int x, y, z, w;
int f (int n)
{
  int r;
  if (n)
    r = g (1);
  else
    r = g (2) + 5;
  x = r;
  y = r;
  z = r;
  w = r;
  return r + 1;
}

/* { dg-final { scan-assembler-times {\tjr\tra\n} 1 } } */
/* { dg-final { scan-assembler-times {\tj\t} 1 } } */

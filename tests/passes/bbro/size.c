/* { dg-do compile } */
/* { dg-options "-Os -fdump-rtl-bbro" } */

/* Not where size counts. */
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

/* { dg-final { scan-assembler-times {\tjr\tra\n} 1 } } */
/* { dg-final { scan-assembler-times {\tj\t} 1 } } */

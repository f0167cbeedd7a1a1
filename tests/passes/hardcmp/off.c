/* Comparisons are made once where nothing is asked for.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int g (int);

int
f (int a, int b)
{
  if (a < b)
    return g (1);
  return a == b;
}

/* { dg-final { scan-assembler {seqz\ta0,a0} } } */
/* { dg-final { scan-assembler-not {\mebreak} } } */

/* Without optimization pseudos take the first register that is free, those
   first that would cost most in memory: the product is dearer than the
   variable that is loaded while it is kept.  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

int
f (int x, int y)
{
  return x + y * 5;
}

/* What lives across a call takes one that calls keep.  */
long g (long);

long
h (long a)
{
  return g (a) + g (a + 1);
}

/* A real number that only goes from one argument to the next does so in a
   general register.  */
double k (double);

double
l (double x)
{
  return k (k (x));
}

/* { dg-final { scan-assembler {slliw\ta5,a5,2\n\taddw\ta5,a5,a4\n\tsext\.w\ta5,a5\n\tlw\ta4,-20\(s0\)\n\taddw\ta5,a4,a5} } } */
/* { dg-final { scan-assembler {mv\ts1,a0\n} } } */
/* { dg-final { scan-assembler {fmv\.x\.d\ta5,fa0\n\tfmv\.d\.x\tfa0,a5\n\tcall\tk} } } */

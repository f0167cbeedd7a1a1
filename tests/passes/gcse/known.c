/* An address that every way has made is not made again, behind a call neither.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int v[8];
signed char c;
void g (void);

int f (int n)
{
  v[n] = n;
  if (n > 4)
    {
      g ();
      v[1]++;
    }
  return v[2] + c;
}

/* { dg-final { scan-assembler-times {lla\t\w+,} 1 } } */
/* { dg-final { scan-assembler-not {LANCHOR0\+} } } */

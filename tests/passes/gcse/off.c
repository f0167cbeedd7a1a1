/* Without the pass every stretch of the function makes the address.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-gcse" } */

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

/* { dg-final { scan-assembler {(LANCHOR0.*){3}} } } */

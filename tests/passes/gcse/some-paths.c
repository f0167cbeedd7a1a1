/* What only one of two paths has made is made again where they meet.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int v[8];
void g (int);
void h (int);

void f (int n)
{
  if (n)
    {
      v[n] = 3;
      g (n);
    }
  else
    h (n);
  v[n + 1] = 5;
}

/* { dg-final { scan-assembler-times {lla\t\w+,} 2 } } */

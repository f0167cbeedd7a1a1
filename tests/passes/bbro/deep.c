/* Of blocks in deep nests of long loops there is a greatest count.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-bbro" } */

int g (int);
int f (int *p, int n)
{
  int s = 0;
  for (int i0 = 0; i0 < 9999; i0++)
   for (int i1 = 0; i1 < 9999; i1++)
    for (int i2 = 0; i2 < 9999; i2++)
     for (int i3 = 0; i3 < 9999; i3++)
      for (int i4 = 0; i4 < 9999; i4++)
       for (int i5 = 0; i5 < 9999; i5++)
        for (int i6 = 0; i6 < 9999; i6++)
         for (int i7 = 0; i7 < 9999; i7++)
          for (int i8 = 0; i8 < 9999; i8++)
           for (int i9 = 0; i9 < 9999; i9++)
            for (int i10 = 0; i10 < 9999; i10++)
             for (int i11 = 0; i11 < 9999; i11++)
                {
      if (p[i0] > n && g (i1))
        s += g (i2);
      else if (p[i3] == n)
        g (i4);
    }
  return s;
}

/* { dg-final { scan-rtl-dump "Rotating loop" "bbro" } } */

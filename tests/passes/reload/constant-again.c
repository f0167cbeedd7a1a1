/* A constant that one insn makes is made again where it is read, rather than kept in memory.  */
/* { dg-do compile } */
/* { dg-options "-O2 -w" } */

long v[32];

void f (int *p, int n)
{
  long a0 = v[0], a1 = v[1], a2 = v[2], a3 = v[3], a4 = v[4], a5 = v[5], a6 = v[6], a7 = v[7], a8 = v[8], a9 = v[9], a10 = v[10], a11 = v[11], a12 = v[12], a13 = v[13], a14 = v[14], a15 = v[15], a16 = v[16], a17 = v[17], a18 = v[18], a19 = v[19], a20 = v[20], a21 = v[21], a22 = v[22], a23 = v[23], a24 = v[24], a25 = v[25];
  for (int i = 0; i < n; i++)
    {
      if (p[i] == 1000)
        a0 = -a0;
      if (p[i] == 1001)
        a1 = -a1;
      a0 += a1;
      a1 += a2;
      a2 += a3;
      a3 += a4;
      a4 += a5;
      a5 += a6;
      a6 += a7;
      a7 += a8;
      a8 += a9;
      a9 += a10;
      a10 += a11;
      a11 += a12;
      a12 += a13;
      a13 += a14;
      a14 += a15;
      a15 += a16;
      a16 += a17;
      a17 += a18;
      a18 += a19;
      a19 += a20;
      a20 += a21;
      a21 += a22;
      a22 += a23;
      a23 += a24;
      a24 += a25;
      a25 += a0;
    }
  v[0] = a0;
  v[1] = a1;
  v[2] = a2;
  v[3] = a3;
  v[4] = a4;
  v[5] = a5;
  v[6] = a6;
  v[7] = a7;
  v[8] = a8;
  v[9] = a9;
  v[10] = a10;
  v[11] = a11;
  v[12] = a12;
  v[13] = a13;
  v[14] = a14;
  v[15] = a15;
  v[16] = a16;
  v[17] = a17;
  v[18] = a18;
  v[19] = a19;
  v[20] = a20;
  v[21] = a21;
  v[22] = a22;
  v[23] = a23;
  v[24] = a24;
  v[25] = a25;
}

/* { dg-final { scan-assembler {\.L[0-9]+:\n(?:\t[^\n]*\n)*\tli\t[^\n]*,1000\n} } } */
/* { dg-final { scan-assembler {\.L[0-9]+:\n(?:\t[^\n]*\n)*\tli\t[^\n]*,1001\n} } } */

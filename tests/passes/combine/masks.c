/* The low bits of a value are shifted up and down where nothing else needs their mask, in one go with a shift before;
   whether they are zero is seen without the way down, and a single bit is shifted down.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

unsigned long
low (unsigned long x)
{
  return x & 0x3fffff;
}

unsigned long
middle (unsigned long x)
{
  return (x >> 5) & 0x3fffff;
}

unsigned
of_half (unsigned x)
{
  return (x >> 6) & 0x3fffff;
}

int
none (unsigned long x)
{
  return (x & 0x1fffff) == 0;
}

int
bit (unsigned x)
{
  return (x & 0x800000) != 0;
}

/* { dg-final { scan-assembler {slli\ta[0-5],a0,42\n\tsrli\ta0,a[0-5],42} } } */
/* { dg-final { scan-assembler {slli\ta[0-5],a0,37\n\tsrli\ta0,a[0-5],42} } } */
/* { dg-final { scan-assembler {slli\ta[0-5],a0,36\n\tsrli\ta0,a[0-5],42} } } */
/* { dg-final { scan-assembler {slli\ta[0-5],a0,43\n\tseqz\ta0,} } } */
/* { dg-final { scan-assembler {srli\ta[0-5],a0,23\n\tandi\ta0,a[0-5],1\n} } } */
/* { dg-final { scan-assembler-not "\tli\t" } } */

/* Neighbours of an element share its address. */
/* { dg-do compile } */
/* { dg-options "-O2" } */

long
neighbours (long *p, long i)
{
  return p[i + 1] * p[i] + p[i - 1];
}

/* { dg-final { scan-assembler-times {\tadd\ta[0-9],a[0-9],a[0-9]\n} 2 } } */
/* { dg-final { scan-assembler {\tld\ta[0-9],-16\(a[0-9]\)} } } */

/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A call keeps the return address. */
extern int g (int);
int f (int a)
{
  return g (a) + 1;
}

/* { dg-final { scan-assembler "call\tg" } } */
/* { dg-final { scan-assembler "sd\tra," } } */
/* { dg-final { scan-assembler "ld\tra," } } */

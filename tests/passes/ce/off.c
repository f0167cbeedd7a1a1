/* Without it the branch stays.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-if-conversion -fno-if-conversion2" } */

int
truth (int a)
{
  return a ? 2 : 1;
}

/* { dg-final { scan-assembler {b(eq|ne)\ta0,zero} } } */

/* Numbers that are no neighbours, or more than a number on one of the ways, are chosen by a branch.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int
far (int a, int b)
{
  return a < b ? 10 : 20;
}

/* { dg-final { scan-assembler {b(ge|lt|gt|le)\ta[01],a[01]} } } */

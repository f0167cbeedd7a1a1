/* What an insn reads for the last time and what it makes share a register; of two such threads the one that is referred to more
   often chooses first.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int c;
_Bool flag;

void
add (void)
{
  c = flag + c;
}

void
sub (void)
{
  c = c - flag;
}

_Bool
differs (char *p)
{
  return *p != 206;
}

/* { dg-final { scan-assembler {lla\ta5,\.LANCHOR0\n\tlw\ta4,0\(a5\)\n\tlbu\ta3,4\(a5\)\n\tsubw\ta4,a4,a3} } } */
/* { dg-final { scan-assembler {lbu\ta0,0\(a0\)\n\taddi\ta0,a0,-206\n\tsnez\ta0,a0} } } */

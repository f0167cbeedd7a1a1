/* What is tested for zero is copied to a register if it is a part of one.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

int a, b;
void g (void);

void
f (void)
{
  if (a != 0 || b != 0)
    g ();
}

/* { dg-final { scan-rtl-dump {\(set \(reg:SI ([0-9]+)\)\n +\(subreg:SI \(reg:DI [0-9]+\) 0\)\)[^(]*\(nil\)\)\n\(insn[^(]*\(set \(reg:DI [0-9]+\)\n +\(sign_extend:DI \(reg:SI \1\)} "expand" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

/* An insn that names a label, as those before a jump by a table do, has a note of it. */
int g (int);
int f (int n)
{
  switch (n)
    {
    case 0: return g (3);
    case 1: return g (7) + 1;
    case 2: return g (1) * 3;
    case 4: return g (9) - 4;
    case 5: return g (2) / 5;
    case 6: return g (8) ^ 6;
    case 8: return g (n);
    default: return g (40);
    }
}

/* { dg-final { scan-rtl-dump {insn_list:REG_LABEL_OPERAND} "expand" } } */

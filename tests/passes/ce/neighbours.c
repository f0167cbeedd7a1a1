/* A choice between neighbours is a comparison and an addition.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fif-conversion -fdump-rtl-ce1" } */

int
truth (int a)
{
  return a ? 2 : 1;
}

int
equal (int a, int b)
{
  return a == b ? 10 : 11;
}

/* { dg-final { scan-assembler {snez\ta0,a0\n\taddi\ta0,a0,1\n\tret} } } */
/* { dg-final { scan-assembler {sub\ta0,a0,a1\n\tsnez\ta0,a0\n\taddi\ta0,a0,10\n\tret} } } */
/* { dg-final { scan-rtl-dump-times {IF-THEN-ELSE-JOIN block found, pass 1} 2 "ce1" } } */
/* { dg-final { scan-rtl-dump-times {if-conversion succeeded through noce_try_store_flag_constants} 2 "ce1" } } */

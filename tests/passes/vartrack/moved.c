/* An argument stays where it came: the move of the register to itself is gone, what it said is not.  */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-rtl-vartrack" } */

int f (int a, int b)
{
  int x = a + b;
  return x;
}

/* { dg-final { scan-rtl-dump {\(var_location a \(reg:SI 10 a0\)\)} "vartrack" } } */
/* { dg-final { scan-rtl-dump {\(var_location b \(reg:SI 11 a1\)\)} "vartrack" } } */

/* `n` is computed in the register of another value once it is only compared: what it was is not known there.  */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-rtl-vartrack" } */

int g (int);
int f (int a)
{
  int n = a * 7;
  return g (n + 3) + 1;
}

/* { dg-final { scan-rtl-dump-not {\(var_location n \(reg:SI} "vartrack" } } */
/* { dg-final { scan-rtl-dump {\(var_location a \(nil\)\)} "vartrack" } } */

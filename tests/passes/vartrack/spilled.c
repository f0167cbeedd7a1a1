/* A variable whose register is wanted for others is in the frame.  */
/* { dg-do compile } */
/* { dg-options "-O1 -g -fdump-rtl-vartrack" } */

int g (void);
int f (int kept)
{
  int a = g (), b = g (), c = g (), d = g (), e = g (), h = g (), i = g ();
  int j = g (), k = g (), l = g (), m = g (), n = g (), o = g (), p = g ();
  g ();
  return kept ^ a ^ (b + c) ^ (d + e) ^ (h + i) ^ (j + k) ^ (l + m) ^ (n + o) ^ p;
}

/* { dg-final { scan-rtl-dump {\(var_location kept \(mem[^ ]* \(plus:DI \(reg/f:DI 2 sp\)} "vartrack" } } */

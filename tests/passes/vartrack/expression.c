/* What a variable is computed from is still there: nothing computes it for a debugger.  */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-rtl-vartrack" } */

void g (int, int);
int f (int a, int b)
{
  int sum = a + b;
  int product = sum * 2 - 1;
  g (a, b);
  return a - b;
}

/* { dg-final { scan-rtl-dump {\(var_location sum \(plus:SI \(reg:SI [0-9]+ [as][0-9]\)\n *\(reg:SI [0-9]+ [as][0-9]\)\)\)} "vartrack" } } */
/* { dg-final { scan-rtl-dump {\(var_location product \(plus:SI} "vartrack" } } */

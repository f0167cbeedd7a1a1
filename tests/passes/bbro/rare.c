/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-bbro" } */

/* What is rare comes last. */
int g (int);
int f (int n)
{
  if (__builtin_expect (n == 7, 0))
    n = g (100);
  return g (n) + g (n + 1);
}

/* { dg-final { scan-assembler {call\tg.*\tret.*li\ta0,100\n|call\tg.*\tjr\tra.*li\ta0,100\n} } } */
/* { dg-final { scan-rtl-dump "Possible start of next round" "bbro" } } */

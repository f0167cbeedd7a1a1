/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

/* The RTL of an addition. */
long f (long a, long b)
{
  return a + b;
}

/* { dg-final { scan-rtl-dump "\\(set \\(reg:DI" "expand" } } */
/* { dg-final { scan-rtl-dump "\\(plus:DI \\(reg" "expand" } } */

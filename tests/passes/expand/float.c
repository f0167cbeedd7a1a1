/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

/* A double is handled in mode DF. */
double f (double a, double b)
{
  return a * b;
}

/* { dg-final { scan-rtl-dump "\\(mult:DF \\(reg" "expand" } } */

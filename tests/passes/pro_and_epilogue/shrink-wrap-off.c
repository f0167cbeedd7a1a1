/* Without it the prologue stands at the function's start.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-shrink-wrap" } */

void stop (void) __attribute__ ((noreturn));

void
check (int a, int b)
{
  if (a != b)
    stop ();
}

/* { dg-final { scan-assembler {check:\n\taddi\tsp,sp,-16} } } */

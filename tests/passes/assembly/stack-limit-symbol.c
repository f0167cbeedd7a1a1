/* The stack is not lowered below the address of a symbol.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fstack-limit-symbol=lowest" } */

void g (void *);
void f (long n) { g (__builtin_alloca (n)); }
void h (void) { char b[4000]; g (b); }

/* { dg-final { scan-assembler-times "la\t\[as\]\[0-9\],lowest" 1 } } */
/* { dg-final { scan-assembler-times "bgeu\t" 1 } } */
/* { dg-final { scan-assembler-times "ebreak" 1 } } */

/* The stack is not lowered below what a register holds, and the register is left alone.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fstack-limit-register=s11" } */

void g (void *);
void f (long n) { g (__builtin_alloca (n)); }
void h (void) { char b[4000]; g (b); }

/* { dg-final { scan-assembler-times "sub\t\[as\]\[0-9\],sp,s11" 1 } } */
/* { dg-final { scan-assembler-times "bgeu\t" 1 } } */
/* { dg-final { scan-assembler-times "ebreak" 1 } } */
/* { dg-final { scan-assembler-not "\ts11," } } */

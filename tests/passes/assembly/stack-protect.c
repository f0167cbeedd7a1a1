/* { dg-do compile } */
/* { dg-options "-O1 -fstack-protector-explicit" } */

/* A function may ask to be protected. */
__attribute__ ((stack_protect)) int asks (void) { return 1; }
int plain (void) { char a[64]; void g (char *); g (a); return 2; }

/* { dg-final { scan-assembler-times "call\t__stack_chk_fail" 1 } } */

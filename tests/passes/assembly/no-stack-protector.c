/* { dg-do compile } */
/* { dg-options "-O1 -fstack-protector-all" } */

/* A function may be left alone. */
__attribute__ ((no_stack_protector)) int left (void) { return 1; }
int guarded (void) { return 2; }

/* { dg-final { scan-assembler-times "call\t__stack_chk_fail" 1 } } */

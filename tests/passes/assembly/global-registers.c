/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A variable of all functions that is a register of the machine's is read where it is asked for. */
register unsigned long stack __asm__ ("sp");
register struct thread { int number; } *self __asm__ ("tp");
unsigned long depth (void) { return stack; }
int number (void) { return self->number; }
/* { dg-final { scan-assembler "depth:\n\tmv\ta0,sp\n" } } */
/* { dg-final { scan-assembler "number:\n\tmv\t(a\[0-5\]),tp\n\tlw\ta0,0\\(\\1\\)\n" } } */
/* { dg-final { scan-assembler-not "stack:|self:|\.comm" } } */

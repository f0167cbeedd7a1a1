/* With Zba, a shift goes into the sum that reads it, and so does the extension of the low half.  */
/* { dg-do compile } */
/* { dg-options "-O2 -march=rv64gc_zba" } */

long twice (long a, long b) { return (a << 1) + b; }
long *element (long *a, long b) { return a + b; }
unsigned long half_sum (unsigned long a, unsigned b) { return a + b; }
unsigned long half_shifted (unsigned a) { return (unsigned long) a << 5; }
int indexed (int *a, unsigned b) { return a[b]; }
unsigned long half (unsigned a) { return a; }
long by_twenty_four (long a) { return a * 24; }

/* { dg-final { scan-assembler-times "sh1add\t" 2 } } */
/* { dg-final { scan-assembler-times "sh3add\t" 1 } } */
/* { dg-final { scan-assembler-times "\tadd.uw\t" 1 } } */
/* { dg-final { scan-assembler-times "slli.uw\t" 1 } } */
/* { dg-final { scan-assembler-times "sh2add.uw\t" 1 } } */
/* { dg-final { scan-assembler-times "zext.w\t" 1 } } */
/* { dg-final { scan-assembler-not "mul" } } */

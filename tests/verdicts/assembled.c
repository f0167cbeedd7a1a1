/* { dg-do assemble } */
/* { dg-options "-O2" } */
/* { dg-final { object-size text <= 64 } } */
/* { dg-final { object-size text < 1 } } */
/* { dg-final { scan-assembler "f" } } */
int f (void) { return 1; }

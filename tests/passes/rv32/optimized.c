/* { dg-do compile } */
/* { dg-options "-march=rv32imac -mabi=ilp32 -O2" } */

/* A call that ends its function is jumped to; large numbers are made of two instructions. */
void g (void);
int h (void);
void last (void) { g (); }
/* { dg-final { scan-assembler "last:\n\ttail\tg" } } */
int value (void) { return h (); }
/* { dg-final { scan-assembler "value:\n\ttail\th" } } */
int large (void) { g (); return 74565; }
/* { dg-final { scan-assembler "large:\n\taddi\tsp,sp,-16\n\tsw\tra,12\\(sp\\)\n\tcall\tg" } } */
/* { dg-final { scan-assembler "li\ta\[05\],73728" } } */
/* { dg-final { scan-assembler "addi\ta0,a\[05\],837" } } */

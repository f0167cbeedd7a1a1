/* { dg-do compile } */
/* { dg-options "-O2 -fno-optimize-sibling-calls" } */

int g (int);

int f (int a) { return g (a + 1); }

/* { dg-final { scan-assembler {\mcall\tg} } } */

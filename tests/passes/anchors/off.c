/* { dg-do compile } */
/* { dg-options "-O2 -fno-section-anchors" } */

/* Nor where no anchors are wanted. */
static int a, b;
int f (int i) { a += i; b -= a; return b; }

/* { dg-final { scan-assembler-not {LANCHOR} } } */
/* { dg-final { scan-assembler {\.local\tb|\.bss} } } */

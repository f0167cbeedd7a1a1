/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A static function that is inlined everywhere leaves nothing. */
static int twice (int x) { return x * 2; }
int f (int x) { return twice (x) + twice (x + 1); }

/* { dg-final { scan-assembler {slliw\ta0,a0,1} } } */
/* { dg-final { scan-assembler-not "twice" } } */

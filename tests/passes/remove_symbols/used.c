/* { dg-do compile } */
/* { dg-options "-O2" } */

/* Attribute used keeps what nobody calls. */
static __attribute__ ((used)) int kept (int x) { return x + 1; }
static int gone (int x) { return x + 2; }

/* { dg-final { scan-assembler "\nkept:" } } */
/* { dg-final { scan-assembler-not "\ngone:" } } */

/* { dg-do compile } */
/* { dg-options "-O2" } */

/* What a visible alias stands for stays. */
static int body (int x) { return x + 1; }
extern int name (int) __attribute__ ((alias ("body")));

/* { dg-final { scan-assembler "\nbody:" } } */
/* { dg-final { scan-assembler "\\.set\tname,body" } } */

/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A function whose address is in a table that is reached stays. */
static int one (int x) { return x + 1; }
static int two (int x) { return x + 2; }
static int three (int x) { return x + 3; }
static int (*const reached[]) (int) = { one, two };
static int (*const unreached[]) (int) __attribute__ ((unused)) = { three };
int f (int i, int x) { return reached[i] (x); }

/* { dg-final { scan-assembler "\none:" } } */
/* { dg-final { scan-assembler "\ntwo:" } } */
/* { dg-final { scan-assembler-not "\nthree:" } } */

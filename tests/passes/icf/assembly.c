/* { dg-do assemble } */
/* { dg-options "-O2 -g -save-temps" } */
__attribute__ ((noipa)) int ext (int x) { return x + 1; }

/* A function with two names, one of them seen by other units, */
__attribute__ ((noinline)) static int f (int x) { return ext (x) * 3; }
__attribute__ ((noinline)) int g (int x) { return ext (x) * 3; }
int use (int k) { return f (k) + g (k); }

/* one of which both have gone where they are called, */
static inline int i1 (int x) { return ext (x) * ext (x + 1) * ext (x + 2); }
static inline int i2 (int y) { return ext (y) * ext (y + 1) * ext (y + 2); }
int a (void) { return i1 (1); }
int b (void) { return i2 (2); }

/* and constants. */
static const int s[2] = { 31, 28 };
static int t[2] = { 31, 28 };
static const int u[2] = { 31, 29 };
int sum (int k) { return s[k] * 100 + t[k] * 10 + u[k]; }

/* { dg-final { scan-assembler "\.globl\tg\n\t\.set\tg,f" } } */
/* { dg-final { scan-assembler-not "\ng:" } } */
/* { dg-final { scan-assembler-not "\.set\ti2,i1" } } */
/* { dg-final { scan-assembler-not "\ni1:" } } */
/* { dg-final { scan-assembler "\.set\tt,s" } } */
/* { dg-final { scan-assembler-not "\.set\tu," } } */

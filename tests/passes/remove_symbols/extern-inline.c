/* { dg-do compile } */
/* { dg-options "-O2 -std=gnu89" } */

/* A definition for inlining alone leaves no code, and a call that is not inlined goes to the other one. */
extern inline int twice (int x) { return x * 2; }
int f (int x) { return twice (x); }
int (*g (void)) (int) { return twice; }

/* { dg-final { scan-assembler-not "\ntwice:" } } */
/* { dg-final { scan-assembler-not "call\ttwice" } } */
/* { dg-final { scan-assembler "twice" } } */

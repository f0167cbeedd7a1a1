/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt2-details" } */

/* One more statement, another operand, another number, a shift by who knows how many bits, and a division that is rare.  */

int twice (int a, int b, int *p) { if (a == 0) return b; *p = 1; return a + b; }
int other (int a, int b, int c) { if (a == 0) return c; return a + b; }
int number (int a, int b) { if (a == 1) return b; return a + b; }
int shifted (int a, int b) { if (a == 0) return 0; return a << b; }
unsigned rare (unsigned a, unsigned b) { if (__builtin_expect (b != 1, 0)) a /= b; return a; }

/* { dg-final { scan-tree-dump-times {if \(} 5 "phiopt2" } } */

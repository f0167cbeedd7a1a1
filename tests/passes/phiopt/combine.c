/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt2-details" } */

/* What is done only where it changes something may as well be done always.  */

int plus (int a, int b) { if (a == 0) return b; return a + b; }
unsigned masked (unsigned a, unsigned b) { if (a == 0) return 0; return a & b; }
unsigned rotated (unsigned x, int n) { return n == 0 ? x : x << n | x >> (32 - n); }
int product (int a, int b) { if (b != 1) return a * b; return a; }
unsigned quotient (unsigned a, unsigned b) { if (b != 1) a /= b; return a; }
char *moved (char *p, int n) { if (n) p += n; return p; }

/* { dg-final { scan-tree-dump-not {if \(} "phiopt2" } } */
/* { dg-final { scan-tree-dump-times {converted to straightline code} 6 "phiopt2" } } */

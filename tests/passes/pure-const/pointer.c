/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-sra -fdump-tree-local-pure-const1 -fdump-tree-optimized" } */

/* What reads by a pointer is pure, not const: a store between two calls counts. */
static __attribute__ ((noinline)) int first (const int *p) { return p[0] * 3; }
int f (int *p) { int a = first (p); p[0] = 7; return a + first (p); }
int g (int *p) { return first (p) + first (p); }

/* { dg-final { scan-tree-dump "found to be pure: first" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-times " first \\(p" 3 "optimized" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-original" } */

/* What folding makes of expressions before anything is gimplified. */

typedef unsigned short Pos;
union U { struct { char c; } gc; struct { char c; int x; } u; };
void g (int);
void gs (void *);

/* { dg-final { scan-tree-dump "g \\(\\(int\\) \\(u >> 24\\)\\);" "original" } } */
void all_bits_that_are_left (unsigned u) { g ((int) (u >> 24) & 255); }

/* { dg-final { scan-tree-dump "return u >> 24;" "original" } } */
unsigned all_bits_unsigned (unsigned u) { return u >> 24 & 255; }

/* { dg-final { scan-tree-dump "return \\(unsigned int\\) \\(z - y\\) > 257;" "original" } } */
int in_range (int z, int y) { return z - y < 0 || z - y > 257; }

/* { dg-final { scan-tree-dump "gs \\(\\(void \\*\\) &o->gc\\);" "original" } } */
void whole (union U *o) { gs (&((union U *) &o->u)->gc); }

/* { dg-final { scan-tree-dump "return l \\* 3 \\+ 4294967293;" "original" } } */
unsigned distributed (unsigned l) { return (l - 1) * 3; }

/* { dg-final { scan-tree-dump "return \\(l \\+ 4294967294\\) \\* 4;" "original" } } */
unsigned power_stays_outside (unsigned l) { return (l - 2) * 4; }

/* { dg-final { scan-tree-dump "return ~\\(4294967295 << n\\) & h;" "original" } } */
unsigned low_bits (unsigned h, unsigned n) { return h & ((1u << n) - 1); }

/* { dg-final { scan-tree-dump "return x \\^ 32768;" "original" } } */
unsigned one_inverted (unsigned x) { return (x & ~32768u) | (~x & 32768u); }

/* { dg-final { scan-tree-dump "return b > 18446744073709551597;" "original" } } */
int wraps (unsigned long b) { return b + 18 < b; }

/* { dg-final { scan-tree-dump "return a > 4294967291;" "original" } } */
int wraps_swapped (unsigned a) { return a > a + 4; }

/* { dg-final { scan-tree-dump "return MIN_EXPR <c, 100> \\+ 18;" "original" } } */
int bounded (int c) { return c <= 100 ? c + 18 : 118; }

/* { dg-final { scan-tree-dump "p = m >= w \\? \\(short unsigned int\\) \\(m - w\\) : 0;" "original" } } */
void arm_as_a_whole (unsigned m, Pos *p, unsigned w) { *p = (Pos) (m >= w ? m - w : 0); }

/* { dg-final { scan-tree-dump "x = \\(c > 3 \\? 1 : 0\\) \\+ \\(unsigned char\\) c;" "original" } } */
unsigned char narrower (int c) { unsigned char x; x = (unsigned char) ((c > 3 ? 1 : 0) + c); return x; }

/* { dg-final { scan-tree-dump "r = \[^\\n\]* \\? \\*\\(d \\+ \\(sizetype\\) n\\) \\+ 1 : \\*\\(d \\+ \\(sizetype\\) m\\) \\+ 1;" "original" } } */
unsigned char sum_in_arms (unsigned char *d, int n, int m)
{
  unsigned char r;
  r = (unsigned char) ((d[n] >= d[m] ? d[n] : d[m]) + 1);
  return r;
}

/* { dg-do run } */
/* { dg-options "-O3 -fno-early-inlining -fno-ipa-icf -fno-ipa-sra -fno-ipa-cp -fdump-ipa-inline" } */
/* Nor does it matter whether the structure is passed itself, or is a constant of the unit. */
extern void abort (void);
typedef struct S { int n; int (*f) (int); } S;
static int square (int x) { return x * x; }
static int minus (int x) { return -x; }
static int by_value (const S s, int x) { return s.f (x) + s.n; }
static int by_reference (const S *s, int x) { return s->f (x) + s->n; }
static const S constant = { 16, minus };
int __attribute__ ((noinline)) one (int x) { return by_value ((S) { 1, square }, x); }
int __attribute__ ((noinline)) two (int x) { return by_reference (&constant, x); }
int main (void) { if (one (3) != 10 || two (3) != 13) abort (); return 0; }

/* { dg-final { scan-ipa-dump "square\[^\\n\]*inline copy in one" "inline" } } */
/* { dg-final { scan-ipa-dump "minus\[^\\n\]*inline copy in two" "inline" } } */

/* { dg-do run } */
/* { dg-options "-O2 -fno-early-inlining -fno-ipa-cp -fno-ipa-sra -fdump-tree-optimized" } */
/* The address of `zero` was passed to what is inlined now: nothing writes to it, and it is 0. That of `other` is passed to what
   writes to it. */
extern void abort (void);
static int zero, other;
static int value (int *p) { return *p * 17; }
static void add (int *p) { *p += 2; }
int __attribute__ ((noinline)) f (int x) { return x + value (&zero); }
int __attribute__ ((noinline)) g (int x) { add (&other); return x + value (&other); }
int main (void) { if (f (4) != 4 || g (1) != 35 || g (1) != 69) abort (); return 0; }

/* { dg-final { scan-tree-dump-not "zero" "optimized" } } */
/* { dg-final { scan-tree-dump "= other" "optimized" } } */

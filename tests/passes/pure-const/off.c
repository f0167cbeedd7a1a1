/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-pure-const -fno-ipa-modref -fdump-tree-optimized" } */

/* -fno-ipa-pure-const switches the pass off: nobody knows that the function writes nothing. */
int n;
static __attribute__ ((noinline)) int get (int x) { return n + x; }
int f (int x) { n = 1; int a = get (x); return a + get (x); }

/* { dg-final { scan-tree-dump-times " get \\(x" 2 "optimized" } } */

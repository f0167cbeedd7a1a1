/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* What calls a function that only reads only reads. */
int n;
static __attribute__ ((noinline)) int get (void) { return n; }
static __attribute__ ((noinline)) int more (int x) { return x * get (); }
int f (int x) { return more (x) + more (x); }
int g (int x) { int a = more (x); n = x; return a + more (x); }

/* { dg-final { scan-tree-dump-times " more \\(x" 3 "optimized" } } */

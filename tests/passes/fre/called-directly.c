/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* A call through a pointer that is known is one that can be inlined. */
static double f (float a) { return a + 1; }
static double (*fp) (float);
double g (float x) { fp = f; return fp (x); }

/* { dg-final { scan-tree-dump {x_[0-9]+\(D\) \+ 1} "optimized" } } */
/* { dg-final { scan-tree-dump-not "f \\(x" "optimized" } } */

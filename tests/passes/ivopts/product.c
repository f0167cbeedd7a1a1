/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* A product becomes a sum; it is computed in a type without sign, where it overflows as it likes. */
void g (int, int); void f (int n, int k) { for (int i = 0; i < n; i++) g (i, i * k); }

/* { dg-final { scan-tree-dump "= \\(unsigned int\\) k_" "ivopts" } } */
/* { dg-final { scan-tree-dump "ivtmp.\[0-9\]+_\[0-9\]+ = ivtmp.\[0-9\]+_\[0-9\]+ \\+ _" "ivopts" } } */
/* { dg-final { scan-tree-dump-not " \\* k_" "ivopts" } } */

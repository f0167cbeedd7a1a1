/* { dg-do compile } */
/* { dg-options "-O3 -fno-unswitch-loops -fno-tree-vectorize -fdump-tree-cunroll" } */

/* The loop is there once. */
unsigned f (unsigned n, int p) {
  unsigned s = 1;
  for (unsigned i = 0; i < n; i++) { if (p) s += i / 2; else s *= i / 2; s ^= 77; }
  return s;
}

/* { dg-final { scan-tree-dump-times "\\^ 77" 1 "cunroll" } } */

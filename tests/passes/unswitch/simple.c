/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops -fdump-tree-unswitch-details" } */

/* The condition is tested once. */
unsigned f (unsigned n, int p) {
  unsigned s = 1;
  for (unsigned i = 0; i < n; i++) if (p) s += i / 2; else s *= i / 2;
  return s;
}

/* { dg-final { scan-tree-dump-times "optimized: Unswitching loop on condition: if \\(p_\[0-9\]+\\(D\\) != 0\\)" 1 "unswitch" } } */

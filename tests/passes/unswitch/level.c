/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops --param max-unswitch-level=0 -fdump-tree-unswitch-details" } */

/* One level, and no more. */
void a (int), b (int), c (int), d (int);
void f (int n, int p, int q) {
  for (int i = 0; i < n; i++) {
    if (p) a (i); else b (i);
    if (q) c (i); else d (i);
  }
}

/* { dg-final { scan-tree-dump-times "Unswitching loop on condition" 1 "unswitch" } } */

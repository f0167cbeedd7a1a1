/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops -fdump-tree-unswitch-details" } */

/* Where the first does not hold nobody asks for the second. */
void a (int), b (int), c (int);
void f (int n, int p, int q) {
  for (int i = 0; i < n; i++) {
    if (p) { if (q) a (i); else b (i); }
    else c (i);
  }
}

/* { dg-final { scan-tree-dump-times "Unswitching loop on condition: if \\(q" 1 "unswitch" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops -fdump-tree-unswitch-details" } */

/* Each answer to the first has the second to be asked. */
void a (int), b (int), c (int), d (int);
void f (int n, int p, int q) {
  for (int i = 0; i < n; i++) {
    if (p) a (i); else b (i);
    if (q) c (i); else d (i);
  }
}

/* { dg-final { scan-tree-dump-times "Unswitching loop on condition: if \\(p" 1 "unswitch" } } */
/* { dg-final { scan-tree-dump-times "Unswitching loop on condition: if \\(q" 2 "unswitch" } } */

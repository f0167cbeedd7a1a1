/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivcanon-details" } */

/* One of two exits is counted. */
void use (int);
void f (int *a) { for (int i = 0; i < 300; i++) { use (i); if (a[i]) break; } }

/* { dg-final { scan-tree-dump-times "Added canonical iv to loop 1, 299 iterations" 1 "ivcanon" } } */
/* { dg-final { scan-tree-dump-times "Not unrolling loop 1 \\(--param max-completely-peel-times limit reached\\)" 1 "ivcanon" } } */

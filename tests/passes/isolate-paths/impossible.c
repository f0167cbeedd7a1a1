/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths-details" } */

/* Never, where nothing is between. */
int g (int); void h (void);
int f (int c, int b, int a) { int d; if (c) d = 0; else d = b; return a / d; }

/* { dg-final { scan-tree-dump "Making edge 2->4 impossible" "isolate-paths" } } */

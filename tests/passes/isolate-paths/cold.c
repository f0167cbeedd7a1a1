/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths-details" } */

/* The way there is hardly ever taken, as calls may end before. */
int g (int); void h (void);
int f (int c, int *q) { int *p; if (c) p = 0; else p = q; g (1); return *p; }

/* { dg-final { scan-tree-dump "Making edge 2->4 cold by redistributing probability to other edges" "isolate-paths" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* The element is not known, but it is the same. */
struct s { short a, b; } __attribute__ ((aligned (4)));
struct s g[8];
void f (int i) { g[i].a = 1; g[i].b = 2; }

/* { dg-final { scan-tree-dump "New sequence of 1 stores to replace old one of 2 stores" "store-merging" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* A load from another place is no obstacle, one that may be of this place is. */
struct s { short a, b; } __attribute__ ((aligned (4)));
struct s g; long other;
long f (void) { g.a = 1; long l = other; g.b = 2; return l; }
short h (short *p) { g.a = 1; short l = *p; g.b = 2; return l; }

/* { dg-final { scan-tree-dump-times "Merging successful" 1 "store-merging" } } */

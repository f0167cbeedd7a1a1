/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* Volatile stores stay as they are. */
struct s { volatile short a, b; } __attribute__ ((aligned (4)));
struct s g;
void f (void) { g.a = 1; g.b = 2; }

/* { dg-final { scan-tree-dump {g.b =.v. 2;} "store-merging" } } */
/* { dg-final { scan-tree-dump-not "Merging successful" "store-merging" } } */

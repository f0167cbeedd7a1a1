/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-store-merging-details" } */

/* Bit-fields after one of no width are another place of memory. */
struct b { unsigned x : 3; unsigned : 0; unsigned y : 5; };
void f (struct b *p, int v) { p->x = v; p->y = v; }

/* { dg-final { scan-tree-dump {->y = _} "store-merging" } } */
/* { dg-final { scan-tree-dump-not "Merging successful" "store-merging" } } */

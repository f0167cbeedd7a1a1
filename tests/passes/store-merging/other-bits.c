/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* Bits beside those that are stored stay as they are. */
struct b { unsigned x : 3, y : 2, z : 3, w : 24; };
void f (struct b *p) { p->x = 5; p->z = 1; }

/* { dg-final { scan-tree-dump "New sequence of 1 stores to replace old one of 2 stores" "store-merging" } } */
/* { dg-final { scan-tree-dump "& 24" "store-merging" } } */
/* { dg-final { scan-tree-dump "\\| 37" "store-merging" } } */

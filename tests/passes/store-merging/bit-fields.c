/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* Bit-fields that share a byte are stored with it. */
struct b { unsigned x : 3, y : 5, z : 8, w : 16; };
void f (struct b *p) { p->x = 5; p->y = 1; p->z = 7; p->w = 9; }

/* { dg-final { scan-tree-dump "New sequence of 1 stores to replace old one of 4 stores" "store-merging" } } */
/* { dg-final { scan-tree-dump "= 591629;" "store-merging" } } */

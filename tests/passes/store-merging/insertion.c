/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* A number that is not known is put in beside those that are. */
struct b { unsigned x : 3, y : 5, z : 8, w : 16; };
void f (struct b *p, int v) { p->x = v; p->y = 1; p->z = 7; p->w = 9; }

/* { dg-final { scan-tree-dump "bit insertion is required" "store-merging" } } */
/* { dg-final { scan-tree-dump "New sequence of 1 stores to replace old one of 4 stores" "store-merging" } } */
/* { dg-final { scan-tree-dump "v_\\d+\\(D\\) & 7" "store-merging" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fno-store-merging -fdump-tree-optimized" } */

/* The pass can be switched off. */
struct b { unsigned x : 3, y : 5; };
void f (struct b *p) { p->x = 5; p->y = 1; }

/* { dg-final { scan-tree-dump "->y = 1" "optimized" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Where the rest is wanted as well, both are of one quotient. */
int r;
int f (int y) { int z = y / 16; r = z % 3; return z / 3; }
int g (int y) { int z = y / 16; r = z % 5; return z / 3; }

/* { dg-final { scan-tree-dump-times " / 16;" 2 "optimized" } } */
/* { dg-final { scan-tree-dump-times " / 3;" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times " / 48;" 1 "optimized" } } */

/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-original" } */

/* Bits of products and of what is shifted, and numbers beside their opposites, in trees. Each function is what one rule is for. */

int product_keeps_none (int a) { return (a * 8) & 5; }
unsigned product_keeps_all (unsigned a) { return (a * 4) & -4; }
unsigned product_keeps_high (unsigned a) { return (a * 6) & 5; }
int inverted_bit_is (int a) { return (~a & 4) != 0; }
int but_not_both (int a) { return a & ~(a & 3); }
int or_not_either (int a, int b) { return a | ~(a | b); }
unsigned not_of_not_rotated (unsigned a) { return ~(~a << 5 | ~a >> 27); }
int max_of_opposites (int a) { return a >= -a ? a : -a; }
int min_of_opposites (int a) { return a < -a ? a : -a; }

/* { dg-final { scan-tree-dump-times "return 0;" 1 "original" } } */
/* { dg-final { scan-tree-dump "return a \\* 4;" "original" } } */
/* { dg-final { scan-tree-dump "return a \\* 6 & 4;" "original" } } */
/* { dg-final { scan-tree-dump "return \\(a & 4\\) == 0;" "original" } } */
/* { dg-final { scan-tree-dump "return a & -4;" "original" } } */
/* { dg-final { scan-tree-dump "return ~b \\| a;" "original" } } */
/* { dg-final { scan-tree-dump "return a r>> 27;" "original" } } */
/* { dg-final { scan-tree-dump "return ABS_EXPR <a>;" "original" } } */
/* { dg-final { scan-tree-dump "return -ABS_EXPR <a>;" "original" } } */

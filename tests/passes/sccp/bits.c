/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* The number of bits is found by counting them: the machine has no instruction for it. */
int f (unsigned x) { int c = 0; while (x) { x &= x - 1; c++; } return c; }

/* { dg-final { scan-tree-dump-not "final value" "sccp" } } */
/* { dg-final { scan-tree-dump-times "not replacing" 1 "sccp" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* What functions of bits return for zero need not be asked for. */
int f (unsigned a) { return a ? __builtin_popcount (a) : 0; }
unsigned g (unsigned a) { return a != 0 ? __builtin_bswap32 (a) : 0; }
int h (long a) { return a ? __builtin_clrsbl (a) : 63; }
int i (int a) { return a ? __builtin_parityl (a) : 0; }

/* { dg-final { scan-tree-dump {__builtin_popcount \(a_} "optimized" } } */
/* { dg-final { scan-tree-dump-not "if " "optimized" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchlower1 -fno-bit-tests" } */

/* Without tests of bits, comparisons or a table. */
int g (int); void h (void);
int f (unsigned a) { switch (a) { case 1: case 50: case 9: return g (1); default: return g (0); } }

/* { dg-final { scan-tree-dump {if \(a_[0-9]+\(D\) == 50\)} "switchlower1" } } */
/* { dg-final { scan-tree-dump-not "<<" "switchlower1" } } */
/* { dg-final { scan-tree-dump-not "BT" "switchlower1" } } */

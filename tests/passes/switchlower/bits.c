/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchlower1" } */

/* Many that lead to few places are bits. */
int g (int); void h (void);
int f (unsigned a) { switch (a) { case 1: case 5: case 9: case 12: case 17: case 22: return g (1); case 2: case 8: return g (3); default: return g (0); } }

/* { dg-final { scan-tree-dump "BT:1-22" "switchlower1" } } */
/* { dg-final { scan-tree-dump "= 1 << a_\[0-9\]+\\(D\\);" "switchlower1" } } */
/* { dg-final { scan-tree-dump "& 4330018;" "switchlower1" } } */
/* { dg-final { scan-tree-dump "& 260;" "switchlower1" } } */

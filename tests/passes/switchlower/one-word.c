/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchlower1" } */

/* One word of bits is shifted itself. */
int g (int); void h (void);
int f (long a) { switch (a) { case 101: case 105: case 109: case 112: case 117: case 122: return g (1); default: return g (0); } }

/* { dg-final { scan-tree-dump "2165009 >> _" "switchlower1" } } */
/* { dg-final { scan-tree-dump "\\+ 18446744073709551515;" "switchlower1" } } */

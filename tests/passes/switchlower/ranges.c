/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchlower1" } */

/* Ranges at the ends are one comparison each. */
int g (int); void h (void);
int f (int a) { switch (a) { case 1 ... 20: return g (1); case 100 ... 130: return g (12); case 300: case 301: return g (14); default: return 0; } }

/* { dg-final { scan-tree-dump "\\+ 4294967295;" "switchlower1" } } */
/* { dg-final { scan-tree-dump "> 19\\)" "switchlower1" } } */
/* { dg-final { scan-tree-dump "> 130\\)" "switchlower1" } } */

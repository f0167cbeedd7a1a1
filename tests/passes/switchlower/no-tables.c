/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchlower1 -fno-jump-tables" } */

/* Without tables, a tree. */
int g (int); void h (void);
int f (int a) { switch (a) { case 1: return g (1); case 2: return g (12); case 3: return g (13); case 4: return g (15); case 5: return g (22); case 6: return g (21); case 8: return g (77); case 10: h (); return 3; default: return 0; } }

/* { dg-final { scan-tree-dump-not "JT" "switchlower1" } } */
/* { dg-final { scan-tree-dump "if \\(a_\[0-9\]+\\(D\\) > \[0-9\]+\\)" "switchlower1" } } */

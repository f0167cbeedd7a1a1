/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchlower1-details" } */

/* Few cases are comparisons, the likely middle first. */
int g (int); void h (void);
int f (int a) { switch (a) { case 3: return g (1); case 5: return g (2); case 9: h (); return 3; default: return 0; } }

/* { dg-final { scan-tree-dump ";; GIMPLE switch case clusters: 3 5 9" "switchlower1" } } */
/* { dg-final { scan-tree-dump "if \\(a_\[0-9\]+\\(D\\) == 5\\)" "switchlower1" } } */
/* { dg-final { scan-tree-dump-times "if \\(a" 3 "switchlower1" } } */

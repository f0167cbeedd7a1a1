/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchlower1" } */

/* What a φ gets from the switch, it gets from each comparison. */
int g (int); void h (void);
int f (int a, int b) { int r; switch (a) { case 4: r = b; break; case 9: r = g (3); break; case 11: r = b + 1; break; case 16: r = g (8); break; case 90: r = 7; break; default: r = 1; } return r * b; }

/* { dg-final { scan-tree-dump "PHI <.*b_\[0-9\]+\\(D\\)\\(\[0-9\]+\\), b_\[0-9\]+\\(D\\)\\(\[0-9\]+\\)>" "switchlower1" } } */

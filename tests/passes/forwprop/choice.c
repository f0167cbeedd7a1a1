/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop4" } */

/* A comparison that only a choice needs goes into it. */
int f (int x) { return 1 / x; }

/* { dg-final { scan-tree-dump "_\[0-9\]+ <= 2 \\? x_\[0-9\]+\\(D\\) : 0;" "forwprop4" } } */

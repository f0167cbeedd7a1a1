/* { dg-do compile } */
/* { dg-options "-O2 -fno-guess-branch-probability -fdump-tree-optimized-blocks" } */

/* Nothing is said of how often blocks run. */
int g (int);
int f (int a) { if (a) return g (a); return a; }

/* { dg-final { scan-tree-dump-times "goto <bb \[0-9\]+>; \\\[INV\\\]" 2 "optimized" } } */

/* Markers of an inlined function nothing is left of go, but not where one of its blocks declares a function. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-einline" } */

int stored;
static int with (int a) { if (a) { extern int h (int); stored = a; } return 0; }
static int without (int b) { if (b) { int c; stored = b; } return 0; }

int f (int y) { with (0); return 1; }
int g (int y) { without (0); return 1; }

/* { dg-final { scan-tree-dump "# DEBUG a => 0\n  # DEBUG BEGIN_STMT\n  # DEBUG BEGIN_STMT\n  # DEBUG a => NULL\n" "einline" } } */
/* { dg-final { scan-tree-dump "# DEBUG b => 0\n  # DEBUG b => NULL\n" "einline" } } */

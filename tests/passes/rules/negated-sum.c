/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* The negation of a sum with a constant does not need the sum. */
extern void use (int);
int one (int n) { int next = n + 1; use (next); return -next; }
int other (int n) { int next = n + 5; use (next); return -next; }

/* { dg-final { scan-tree-dump "= ~n_\[0-9\]+\\(D\\);" "forwprop1" } } */
/* { dg-final { scan-tree-dump "= -5 - n_\[0-9\]+\\(D\\);" "forwprop1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* A sum that wraps around is computed in a type in which it may. */
short f (short n) { short s = 0; for (int i = 0; i < n; i++) s += 5; return s; }

/* { dg-final { scan-tree-dump-times "final value" 1 "sccp" } } */
/* { dg-final { scan-tree-dump "rewriting stmt with undefined signed overflow" "sccp" } } */

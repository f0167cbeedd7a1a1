/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops -fdisable-tree-cunrolli -fdump-tree-unswitch-details" } */

/* Two rounds are not worth a copy. */
void a (int), b (int);
void f (int p) { for (int i = 0; i < 2; i++) if (p) a (i); else b (i); }

/* { dg-final { scan-tree-dump "Not unswitching, loop is not expected to iterate" "unswitch" } } */

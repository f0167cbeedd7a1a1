/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops --param max-unswitch-insns=5 -fdump-tree-unswitch-details" } */

void a (int), b (int);
void f (int n, int p) { for (int i = 0; i < n; i++) if (p) a (i); else b (i); }

/* { dg-final { scan-tree-dump "Not unswitching, loop too big" "unswitch" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops -fdump-tree-unswitch-details" } */

/* It may be different in each iteration. */
void a (int), b (int);
int p;
void f (int n) { for (int i = 0; i < n; i++) if (p) a (i); else b (i); }

/* { dg-final { scan-tree-dump {  b \(i_} "unswitch" } } */
/* { dg-final { scan-tree-dump-not "Unswitching loop on" "unswitch" } } */

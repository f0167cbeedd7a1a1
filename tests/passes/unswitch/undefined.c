/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops -w -fdump-tree-unswitch-details" } */

/* Whether it is set when the loop begins is not known; where it is asked for, it is. */
void a (int), b (int);
int g (void);
void f (int n, int k) {
  int p;
  if (k) p = g ();
  for (int i = 0; i < n; i++)
    if (g ()) { if (p) a (i); else b (i); }
}

/* { dg-final { scan-tree-dump {  b \(i_} "unswitch" } } */
/* { dg-final { scan-tree-dump-not "Unswitching loop on" "unswitch" } } */

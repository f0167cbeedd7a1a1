/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sink1-details" } */

/* Nothing goes into a loop, where it would be done more often. */
extern void g (int);
void f (int a, int b, int n)
{
  int x = a * b;
  for (int i = 0; i < n; i++)
    g (x);
}

/* { dg-final { scan-tree-dump { = a_[0-9]+\(D\) \* b_} "sink1" } } */
/* { dg-final { scan-tree-dump-not "Sinking" "sink1" } } */

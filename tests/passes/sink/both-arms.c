/* { dg-do compile } */
/* { dg-options "-O2 -fno-code-hoisting -fdump-tree-sink1-details" } */

/* What both arms need stays where it is. */
extern void g (int), h (int);
void f (int a, int b, int c)
{
  int x = a * b;
  if (c)
    g (x);
  else
    h (x);
}

/* { dg-final { scan-tree-dump { = a_[0-9]+\(D\) \* b_} "sink1" } } */
/* { dg-final { scan-tree-dump-not "Sinking" "sink1" } } */

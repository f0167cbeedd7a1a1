/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fno-tree-forwprop -fno-tree-fre -fdump-tree-copyprop1" } */

/* A volatile variable is read each time: that is no copy. */
extern void use (int, int);
volatile int v;
void f (void)
{
  int a = v, b = v;
  use (a, b);
}

/* { dg-final { scan-tree-dump-times "={v} v;" 2 "copyprop1" } } */
/* { dg-final { scan-tree-dump "use \\(a_\[0-9\]+, b_\[0-9\]+\\)" "copyprop1" } } */

/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-forwprop1" } */

/* Constants added one after the other are added at once. */
int f (int a)
{
  int b = a + 3;
  int c = b + 4;
  return c;
}

/* { dg-final { scan-tree-dump "a_\[0-9\]+\\(D\\) \\+ 7" "forwprop1" } } */

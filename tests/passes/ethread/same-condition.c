/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread-details" } */

/* The second test of what has been tested leads where the first one led. */
void g (int);

int
f (int a, int b)
{
  if (a && b)
    g (1);
  if (a)
    g (2);
  return 1;
}

/* { dg-final { scan-tree-dump {Registering jump thread: \(2, 5\) incoming edge;  \(5, 7\) nocopy;} "ethread" } } */
/* { dg-final { scan-tree-dump "path: 2->5->7 SUCCESS" "ethread" } } */
/* { dg-final { scan-tree-dump {goto <bb 8>; \[100.00%\]} "ethread" } } */

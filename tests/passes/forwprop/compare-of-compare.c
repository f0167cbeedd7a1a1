/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Testing the result of a comparison is the comparison. */
extern void g (void);
void f (int a, int b)
{
  int c = a < b;
  if (c != 0)
    g ();
}

/* { dg-final { scan-tree-dump "if \\(a_\[0-9\]+\\(D\\) < b_\[0-9\]+\\(D\\)\\)" "optimized" } } */

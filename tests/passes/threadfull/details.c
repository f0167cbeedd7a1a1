/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-threadfull1-details" } */

/* What is found is told path by path. */
void g (int);

int f (unsigned a)
{
  if (a > 10)
    g (1);
  g (2);
  if (a + 5 > 20)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump "Checking profitability of path \\(backwards\\):  bb:\[0-9\]+ \\(\[0-9\]+ insns\\)" "threadfull1" } } */
/* { dg-final { scan-tree-dump "Registering jump thread: \\(2, \[0-9\]+\\) incoming edge;" "threadfull1" } } */

/* Under -fnon-call-exceptions what may trap throws. */
/* { dg-do compile } */
/* { dg-options "-O2 -fexceptions -fnon-call-exceptions -fdump-tree-nothrow" } */

void stores (int *p)
{
  *p = 1;
}

int divides (int a, int b)
{
  return a / b;
}

int adds (int a, int b)
{
  return a + b;
}

/* { dg-final { scan-tree-dump "Statement can throw: \\*p_\[0-9\]+\\(D\\) =.* 1;" "nothrow" } } */
/* { dg-final { scan-tree-dump "Statement can throw: _\[0-9\]+ = a_\[0-9\]+\\(D\\) / b_\[0-9\]+\\(D\\)" "nothrow" } } */
/* { dg-final { scan-tree-dump-times "found to be nothrow" 1 "nothrow" } } */
/* { dg-final { scan-tree-dump "Function found to be nothrow: adds" "nothrow" } } */

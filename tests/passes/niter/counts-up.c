/* One less than the bound, counted without sign; not at all if the bound is negative. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (int n)
{
  for (int i = 0; i < n; i++)
    g ();
}

/* { dg-final { scan-tree-dump "exit condition \\\[0, \\+ , 1\\\]\\(no_overflow\\) < n_" "profile_estimate" } } */
/* { dg-final { scan-tree-dump "zero if n_\[0-9\]+\\(D\\) < 0" "profile_estimate" } } */
/* { dg-final { scan-tree-dump "# of iterations \\(unsigned int\\) n_\[0-9\]+\\(D\\), bounded by 2147483647" "profile_estimate" } } */

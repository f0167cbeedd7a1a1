/* Downwards, the test is turned around. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (int n)
{
  for (int i = n; i > 0; i -= 2)
    g ();
}

/* { dg-final { scan-tree-dump "exit condition 0 < \\\[n_\[0-9\]+\\(D\\), \\+ , -2\\\]\\(no_overflow\\)" "profile_estimate" } } */

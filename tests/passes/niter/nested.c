/* The inner loop begins where the outer one is. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      g ();
}

/* { dg-final { scan-tree-dump "exit condition \\\[i_\[0-9\]+, \\+ , 1\\\]\\(no_overflow\\) < n_" "profile_estimate" } } */

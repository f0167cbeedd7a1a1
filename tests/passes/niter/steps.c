/* A step that may miss the bound without sign: that it ends cannot be assumed. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (unsigned n)
{
  for (unsigned i = 0; i < n; i += 4)
    g ();
}

/* { dg-final { scan-tree-dump "exit condition \\\[0, \\+ , 4\\\] < n_" "profile_estimate" } } */
/* { dg-final { scan-tree-dump "under assumptions 0" "profile_estimate" } } */
/* { dg-final { scan-tree-dump "\\+ 3\\) / 4, bounded by" "profile_estimate" } } */

/* What moves away from its bound reaches it when it wraps around. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (unsigned n)
{
  for (unsigned i = n; i >= 10; i++)
    g ();
}

/* { dg-final { scan-tree-dump "# of iterations -n_|# of iterations 4294967295 - n_|# of iterations \\(4294967295 - n_|# of iterations 0 - n_" "profile_estimate" } } */

/* Both sides move: one moves relative to the other. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (unsigned n, unsigned m)
{
  for (unsigned i = 0, j = m; i != j; i++, j += 3)
    g ();
}

/* { dg-final { scan-tree-dump "exit condition \\\[\[^\n\]*!= m_" "profile_estimate" } } */

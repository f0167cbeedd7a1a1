/* Constants on both sides give a number. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (void)
{
  for (int i = 3; i < 50; i += 7)
    g ();
}

/* { dg-final { scan-tree-dump "# of iterations 7, bounded by 7" "profile_estimate" } } */
/* { dg-final { scan-tree-dump-not "under assumptions" "profile_estimate" } } */

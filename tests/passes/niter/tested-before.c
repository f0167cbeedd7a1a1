/* What is tested before the loop decides the assumptions. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (int n)
{
  if (n > 10)
    for (int i = 3; i < n; i++)
      g ();
}

/* { dg-final { scan-tree-dump "bounds on difference of bases: 8 \\.\\.\\. 2147483644" "profile_estimate" } } */
/* { dg-final { scan-tree-dump-not "zero if" "profile_estimate" } } */

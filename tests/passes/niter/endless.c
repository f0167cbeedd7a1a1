/* What a volatile variable decides is not counted. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern volatile int v;
extern void g (void);
void f (void)
{
  while (v)
    g ();
}

/* { dg-final { scan-tree-dump {=.v. v;} "profile_estimate" } } */
/* { dg-final { scan-tree-dump-not "exit condition" "profile_estimate" } } */

/* That no iteration stores after the end of an array is not relied on. */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-aggressive-loop-optimizations -fdump-tree-profile_estimate-details" } */
extern int a[100];
extern void g (void);
void f (int n)
{
  for (int i = 0; i < n; i++)
    {
      g ();
      a[i] = 1;
    }
}

/* { dg-final { scan-tree-dump {  a\[i_[0-9]+\] = 1;} "profile_estimate" } } */
/* { dg-final { scan-tree-dump-not "is executed at most 99" "profile_estimate" } } */

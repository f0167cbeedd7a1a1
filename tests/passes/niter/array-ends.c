/* No iteration stores after the end of an array. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
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

/* { dg-final { scan-tree-dump "Induction variable \\(int\\) 0 \\+ 1 \\* iteration does not wrap in statement a\\\[i_" "profile_estimate" } } */
/* { dg-final { scan-tree-dump "is executed at most 99 \\(bounded by 99\\) \\+ 1 times in loop 1" "profile_estimate" } } */

/* A sum of two values that grow grows by the sum of what they grow by. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-scev" } */
extern void g (int);
void f (int n)
{
  int k = 5;
  for (int i = 0; i + k < n; i++, k += 2)
    g (k);
}

/* { dg-final { scan-tree-dump "{5, \\+, 2}_1" "profile_estimate" } } */
/* { dg-final { scan-tree-dump "{5, \\+, 3}_1" "profile_estimate" } } */

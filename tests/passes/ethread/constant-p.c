/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread-details" } */

/* What asks whether something is constant is not copied. */
void g (int);

int
f (int a, int b)
{
  int x = a ? 1 : 0;
  if (__builtin_constant_p (b))
    g (1);
  if (x)
    g (2);
  return b;
}

/* { dg-final { scan-tree-dump {__builtin_constant_p \(b_} "ethread" } } */
/* { dg-final { scan-tree-dump-not "SUCCESS" "ethread" } } */

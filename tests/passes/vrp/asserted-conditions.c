/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vrp1" } */

/* What a condition says of the name it compares, and of those that is computed from, has a name of its own on each edge
   where it is still used. */
int g (int);

int
sum (unsigned k, int s)
{
  if (k - 3 <= 5)
    return g (k);
  return g (s) + k;
}

int
masked (int s, int t)
{
  if (s & 8)
    return g (s);
  return t;
}

int
shifted (int s)
{
  if (s >> 4 == 3)
    return g (s);
  return 0;
}

int
summed (unsigned a, int t)
{
  unsigned b = a + 5;
  if (b == 9)
    return g (a);
  return g (t);
}

/* { dg-final { scan-tree-dump {k_[0-9]+: unsigned int \[3, 8\]  EQUIVALENCES: \{ k_[0-9]+\(D\) \}} "vrp1" } } */
/* { dg-final { scan-tree-dump {k_[0-9]+: unsigned int ~\[3, 8\]} "vrp1" } } */
/* { dg-final { scan-tree-dump-times {s_[0-9]+: int ~\[0, 7\]} 2 "vrp1" } } */
/* { dg-final { scan-tree-dump {s_[0-9]+: int \[48, 63\]} "vrp1" } } */
/* { dg-final { scan-tree-dump {= g \(4\);} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {ASSERT_EXPR} "vrp1" } } */

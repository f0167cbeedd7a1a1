/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vrp1" } */

/* A name that nothing is known of bounds another one by its name; two that are equal are equivalent. */
int g (int);

int
f (int a, int b, int c, int d)
{
  if (a < b)
    return g (a) + g (b);
  if (c == d)
    return g (c);
  return g (d);
}

/* { dg-final { scan-tree-dump {a_[0-9]+: int \[-INF, b_[0-9]+\(D\) \+ -1\]  EQUIVALENCES: \{ a_[0-9]+\(D\) \} \(1 elements\)} "vrp1" } } */
/* { dg-final { scan-tree-dump {b_[0-9]+: int \[a_[0-9]+ \+ 1, \+INF\]} "vrp1" } } */
/* { dg-final { scan-tree-dump {c_[0-9]+: int \[d_[0-9]+\(D\), d_[0-9]+\(D\)\]  EQUIVALENCES: \{ c_[0-9]+\(D\) d_[0-9]+\(D\) \} \(2 elements\)} "vrp1" } } */
/* { dg-final { scan-tree-dump {d_[0-9]+: int ~\[c_[0-9]+\(D\), c_[0-9]+\(D\)\]} "vrp1" } } */

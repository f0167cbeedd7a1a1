/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1" } */

/* What is computed after the call and has nothing to do with it is computed before. */

int
mv (int n, int m)
{
  if (n == 0)
    return m;
  int r = mv (n - 1, m);
  int q = m * 5 + 2;
  return r + q;
}

/* { dg-final { scan-tree-dump {q_10 = _2 \+ 2;\s+add_acc_14 = add_acc_13 \+ q_10;\s+goto <bb 2>} "tailr1" } } */

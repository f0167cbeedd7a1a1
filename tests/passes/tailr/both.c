/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1" } */

/* What is added after a multiplication counts as often as the outer calls multiply. */

int
lin (int n, int k)
{
  if (n == 0)
    return k;
  return 3 * lin (n - 1, k) + n;
}

/* { dg-final { scan-tree-dump {acc_tmp_14 = mult_acc_13 \* n_6;\s+mult_acc_16 = mult_acc_13 \* 3;\s+add_acc_15 = add_acc_12 \+ acc_tmp_14;} "tailr1" } } */
/* { dg-final { scan-tree-dump {mul_tmp_17 = k_8\(D\) \* mult_acc_13;\s+acc_tmp_18 = add_acc_12 \+ mul_tmp_17;\s+return acc_tmp_18;} "tailr1" } } */

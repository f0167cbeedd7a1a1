/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1" } */

/* A difference is a sum with the negative; a call's value that is subtracted is multiplied with -1. */

int
sub (int n)
{
  if (n == 0)
    return 1;
  return n - sub (n - 1);
}

/* { dg-final { scan-tree-dump {acc_tmp_12 = mult_acc_11 \* n_5;\s+mult_acc_14 = mult_acc_11 \* -1;\s+add_acc_13 = add_acc_10 \+ acc_tmp_12;} "tailr1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1" } */

/* What is added to the call's value is collected; a value returned otherwise gets the sum added. */

int
sum (int n, int k)
{
  if (n == 0)
    return k;
  return n + sum (n - 1, k);
}

/* { dg-final { scan-tree-dump {# add_acc_\d+ = PHI <0\(0\), add_acc_\d+\(4\)>} "tailr1" } } */
/* { dg-final { scan-tree-dump {acc_tmp_\d+ = k_\d+\(D\) \+ add_acc_\d+;\s+return acc_tmp} "tailr1" } } */
/* { dg-final { scan-tree-dump-not {k_\d+ = PHI} "tailr1" } } */

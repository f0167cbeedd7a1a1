/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1-details" } */

/* What the call's value is multiplied with is collected from the outside in. */

int
fact (int n)
{
  if (n <= 1)
    return 1;
  return n * fact (n - 1);
}

/* { dg-final { scan-tree-dump {Eliminated tail recursion in bb 4 : _2 = fact \(_1\);} "tailr1" } } */
/* { dg-final { scan-tree-dump {# n_5 = PHI <n_9\(D\)\(0\), _1\(4\)>\s+# mult_acc_10 = PHI <1\(0\), mult_acc_11\(4\)>} "tailr1" } } */
/* { dg-final { scan-tree-dump {mult_acc_11 = mult_acc_10 \* n_5;} "tailr1" } } */
/* { dg-final { scan-tree-dump-not {fact \(_} "optimized" } } */
/* { dg-additional-options "-fdump-tree-optimized" } */

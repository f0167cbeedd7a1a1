/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1-details" } */

/* Two calls: each accumulator stays what it is where the other's call jumps back. */

int
two (int n)
{
  if (n == 0)
    return 1;
  if (n & 1)
    return two (n - 1) + 1;
  return two (n / 2) * 2;
}

/* { dg-final { scan-tree-dump {# mult_acc_15 = PHI <1\(0\), mult_acc_17\(6\), mult_acc_15\(5\)>\s+# add_acc_16 = PHI <0\(0\), add_acc_16\(6\), add_acc_18\(5\)>} "tailr1" } } */
/* { dg-final { scan-tree-dump-times {Eliminated tail recursion} 2 "tailr1" } } */

/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ssa" } */

/* Listing 2-4 in SSA form: two phis at the loop header, arguments in the order of its edges. */
int factor (int n)
{
  int ret = 1;
  while (n > 1)
    {
      ret *= n;
      n--;
    }
  return ret;
}

/* { dg-final { scan-tree-dump-times "PHI <" 2 "ssa" } } */
/* { dg-final { scan-tree-dump "# n_1 = PHI <n_\[0-9\]+\\(D\\)\\(2\\), n_\[0-9\]+\\(3\\)>" "ssa" } } */
/* { dg-final { scan-tree-dump "# ret_2 = PHI <ret_\[0-9\]+\\(2\\), ret_\[0-9\]+\\(3\\)>" "ssa" } } */

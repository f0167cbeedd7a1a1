/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* A choice between invariants is made once; the product of one of its arms is then computed where it may overflow, so
   it is computed without a sign. */
__attribute__ ((noipa)) int f (int n, int a, int b, int c)
{
  int r = 0;
  for (int i = 0; i < n; i++)
    {
      int k;
      if (a < b)
        k = a * c;
      else
        k = b;
      r ^= k * i;
    }
  return r;
}

int main (void)
{
  if (f (3, 2, 5, 7) != (14 ^ 28) || f (3, 6, 5, __INT_MAX__) != (5 ^ 10))
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "Moving PHI node" "lim2" } } */
/* { dg-final { scan-tree-dump "rewriting stmt with undefined signed overflow" "lim2" } } */
/* { dg-final { scan-tree-dump "k_\[0-9\]+ = a_\[0-9\]+\\(D\\) < b_\[0-9\]+\\(D\\) \\? k_\[0-9\]+ : b_\[0-9\]+\\(D\\);" "lim2" } } */

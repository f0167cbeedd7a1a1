/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1" } */

/* Factors that come twice or more are multiplied as powers. */
__attribute__ ((noipa)) unsigned f (unsigned x, unsigned y)
{
  return x * x * y * y * y;
}

__attribute__ ((noipa)) unsigned g (unsigned x)
{
  return x * x * x * x * x * x;
}

int main (void)
{
  if (f (3, 5) != 9 * 125 || g (3) != 729)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "reassocpow_\[0-9\]+ = x_\[0-9\]+\\(D\\) \\* y_\[0-9\]+\\(D\\)" "reassoc1" } } */
/* { dg-final { scan-tree-dump-times "powmult_\[0-9\]+ = " 4 "reassoc1" } } */

/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-cunroll-details" } */

/* A loop may grow if the one within it is hot, though its own body runs too rarely to be.  */

void g (int);

void rare (int n, int m, int *a)
{
  if (__builtin_expect_with_probability (n == 7, 1, 0.0001))
    for (int i = 0; i < 3; i++)
      {
        a[i] = a[i + m] * 3 + a[i + n];
        for (int j = 0; j < m; j++)
          g (j);
      }
}

/* { dg-final { scan-tree-dump "Not unrolling loop 1: it is not innermost and code would grow" "cunroll" } } */

/* { dg-do run } */
/* { dg-options "-O3 -fdump-tree-ldist-details" } */

/* A store that not each iteration does needs what decides. */
int a[100], b[100], c[100];
__attribute__ ((noipa)) void
f (int n)
{
  for (int i = 0; i < n; i++) { a[i] = 0; if (c[i] > 20) b[i] = i; else if (c[i] < 10) b[i] = -i; }
}
int
main (void)
{
  for (int i = 0; i < 100; i++) { a[i] = b[i] = 9; c[i] = i % 30; }
  f (100);
  for (int i = 0; i < 100; i++)
    if (a[i] || b[i] != (i % 30 > 20 ? i : i % 30 < 10 ? -i : 9)) return 1;
  return 0;
}

/* { dg-final { scan-tree-dump-times "split to 1 loops and 1 library calls" 1 "ldist" } } */
/* { dg-final { scan-tree-dump-times "generated memset zero" 1 "ldist" } } */

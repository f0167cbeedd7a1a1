/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* What is used after the loop is computed by what is left of it. */
int a[100], b[100];
__attribute__ ((noipa)) int
f (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++) { s += b[i]; a[i] = 0; }
  return s;
}
int
main (void)
{
  for (int i = 0; i < 100; i++) { a[i] = 7; b[i] = i; }
  return f (a, 100) != 4950 || a[0] || a[99];
}

/* { dg-final { scan-tree-dump-times "Loop 1 distributed: split to 1 loops and 1 library calls" 1 "ldist" } } */

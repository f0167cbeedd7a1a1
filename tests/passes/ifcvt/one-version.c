/* { dg-do run } */
/* { dg-options "-O1 -ftree-loop-if-convert -fdump-tree-ifcvt -fdump-tree-optimized" } */

/* Where that is asked for there is one version, and it is the one without branches. */
__attribute__ ((noinline)) int f (int *a, int n, int k) {
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      int x = a[i];
      if (x > k)
        s += x * 3;
      else
        s ^= x + k;
    }
  return s;
}

int main (void) {
  int a[6] = { 3, -8, 100000, 12, 7, 5 };
  int s = 0;
  for (int i = 0; i < 6; i++)
    if (a[i] > 5)
      s += a[i] * 3;
    else
      s ^= a[i] + 5;
  return f (a, 6, 5) != s;
}

/* { dg-final { scan-tree-dump "Applying if-conversion" "ifcvt" } } */
/* { dg-final { scan-tree-dump-not "LOOP_VECTORIZED" "ifcvt" } } */
/* { dg-final { scan-tree-dump " \\? " "optimized" } } */

/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-lim2" } */

/* Which bit is asked for does not change: the mask is made once. */
__attribute__ ((noipa)) int count (unsigned long *a, int n, int bit)
{
  int found = 0;
  for (int i = 0; i < n; i++)
    if ((a[i] >> bit) & 1)
      found++;
  return found;
}

int main (void)
{
  unsigned long a[] = { 1, 2, 3, 1ul << 63, -1ul };
  if (count (a, 5, 0) != 3 || count (a, 5, 1) != 3 || count (a, 5, 63) != 2 || count (a, 5, 5) != 1)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "shifttmp_\[0-9\]+ = 1 << bit_\[0-9\]+\\(D\\);" "lim2" } } */

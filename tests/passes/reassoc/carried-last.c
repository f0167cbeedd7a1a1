/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc2" } */

/* In a loop what comes from the last iteration is added last, by the second instance of the pass. */
__attribute__ ((noipa)) unsigned f (unsigned *a, int n)
{
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s = s + a[i] + (unsigned) i * 3;
  return s;
}

int main (void)
{
  unsigned a[3] = { 1, 2, 4 };
  if (f (a, 3) != 16)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "s_\[0-9\]+ = _\[0-9\]+ \\+ s_\[0-9\]+;" "reassoc2" } } */

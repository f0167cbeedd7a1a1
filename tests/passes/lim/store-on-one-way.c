/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* On the way that stores to one place only, the other, which may be the same memory, must not be stored again. */
__attribute__ ((noipa)) void either (int *a, float *b, int n, int m)
{
  int i = 0;
  do
    {
      *a = i;
      if (i > m)
        *b = 2.0f;
    }
  while (++i < n);
}

int main (void)
{
  void *u = __builtin_malloc (4);
  either (u, u, 3, 5);
  if (*(int *) u != 2)
    __builtin_abort ();
  either (u, u, 3, 1);
  if (*(float *) u != 2.0f)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-not "Executing store motion of \\*b" "lim2" } } */

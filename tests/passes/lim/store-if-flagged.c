/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* What a loop may not store to at all is stored after it only if a flag says so: it may be another thread's. Places
   stored to in the same blocks share a flag. */
int g, h, k;
const int zero = 0;

__attribute__ ((noipa)) int some (int *a, int n)
{
  int found = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 10)
      {
        g = i;
        h = n - i;
        found++;
      }
  return found;
}

__attribute__ ((noipa)) void stores (int n, int m)
{
  for (int i = 0; i < n; i++)
    if (i > m)
      k = i;
}

int main (void)
{
  int a[4] = { 1, 20, 3, 40 };
  g = 77, h = 78, k = 79;
  if (some (a, 1) != 0 || g != 77 || h != 78)
    __builtin_abort ();
  if (some (a, 3) != 1 || g != 1 || h != 2)
    __builtin_abort ();
  if (some (a, 4) != 2 || g != 3 || h != 1)
    __builtin_abort ();
  stores (5, 100);
  if (k != 79)
    __builtin_abort ();
  stores (5, 2);
  if (k != 4)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "Executing store motion" 1 "lim2" } } */
/* { dg-final { scan-tree-dump "k_lsm_flag\[^\n\]*= 1;" "lim2" } } */
/* { dg-final { scan-tree-dump "if \\(k_lsm_flag\[^\n\]* != 0\\)" "lim2" } } */

/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* A null pointer that no iteration stores through is not read before the loop. */
__attribute__ ((noipa)) int walk (int *p, int n, int m)
{
  int seen = 0;
  for (int i = 0; i < n; i++)
    if (i > m)
      {
        *p += i;
        seen++;
      }
  return seen;
}

int main (void)
{
  int x = 1;
  if (walk (0, 5, 10) != 0 || walk (&x, 5, 2) != 2 || x != 8)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-not "Executing store motion" "lim2" } } */

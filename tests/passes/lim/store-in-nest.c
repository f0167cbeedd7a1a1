/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* A place leaves the outermost loop it can; one way out leaves both loops. */
int g;
int rows[8];

__attribute__ ((noipa)) int nest (int n, int m, int stop)
{
  for (int j = 0; j < m; j++)
    {
      for (int i = 0; i < n; i++)
        {
          g += i * j;
          if (i * j == stop)
            return -1;
        }
      g ^= j;
    }
  return g;
}

__attribute__ ((noipa)) void of_row (int n, int m)
{
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      rows[j] += i;
}

int main (void)
{
  int expected = 0;
  for (int j = 0; j < 5; j++)
    {
      for (int i = 0; i < 4; i++)
        expected += i * j;
      expected ^= j;
    }
  if (nest (4, 5, 1000) != expected || g != expected)
    __builtin_abort ();
  g = 0;
  if (nest (4, 5, 2) != -1 || g != 0 + 0 + 1 + 2 + 3 - 3)
    if (g != ((0 ^ 0) + 0 + 1 + 2))
      __builtin_abort ();
  of_row (5, 8);
  for (int j = 0; j < 8; j++)
    if (rows[j] != 10)
      __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "Executing store motion of g from loop 1" "lim2" } } */
/* { dg-final { scan-tree-dump "Executing store motion of rows\\\[j_\[0-9\]+\\\] from loop 2" "lim2" } } */

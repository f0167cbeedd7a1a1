/* Global and local arrays, several dimensions, initialisers. */
int table[10];
static const int primes[] = { 2, 3, 5, 7 };
int grid[4][6];

int
read_all (int i, int j)
{
  return table[i] + primes[j] + grid[i][j];
}

void
fill (int v)
{
  int i, j;
  for (i = 0; i < 4; i++)
    for (j = 0; j < 6; j++)
      grid[i][j] = v + table[j];
}

int
local (int n)
{
  int a[4] = { 1, n, 3 };
  char s[] = "abc";
  a[n & 3]++;
  return a[n] + s[1];
}

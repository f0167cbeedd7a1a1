/* Labels and jumps, a loop with two entries. */
int
retry (int n)
{
again:
  if (n > 10)
    {
      n /= 2;
      goto again;
    }
  return n;
}

int
search (int m[3][3], int x)
{
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      if (m[i][j] == x)
	goto found;
  return -1;
found:
  return i * 3 + j;
}

int
two_entries (int a, int n)
{
  int x = 0;
  if (a)
    goto second;
first:
  x += 3;
second:
  x *= 2;
  if (x < n)
    goto first;
  return x;
}

/* The three loops, break and continue. */
int
sum_for (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}

int
sum_while (int n)
{
  int s = 0;
  while (n > 0)
    {
      if (n == 5)
	{
	  n -= 2;
	  continue;
	}
      s += n--;
    }
  return s;
}

int
sum_do (int n)
{
  int s = 0;
  do
    {
      s += n;
      if (s > 100)
	break;
    }
  while (--n);
  return s;
}

int
nested (int n, int m)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++)
      k += i ^ j;
  return k;
}

/* Chains of conditions: switches made of them, tables, jumps that are known, minima. */
int
kind_of (int c)
{
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
    return 1;
  if (c == '+' || c == '-')
    return 2;
  return 0;
}

int
days (int month)
{
  switch (month)
    {
    case 2:
      return 28;
    case 4: case 6: case 9: case 11:
      return 30;
    default:
      return 31;
    }
}

int
known (int a, int b)
{
  int r = 0;
  if (a > 10)
    r = 1;
  if (b)
    r += 2;
  if (a > 10)
    r += 4;
  return r;
}

int
least (int a, int b, int c)
{
  int m = a;
  if (b < m)
    m = b;
  if (c < m)
    m = c;
  return m;
}

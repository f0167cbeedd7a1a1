/* if, ?:, && and || in values and in conditions. */
int absolute (int x) { return x < 0 ? -x : x; }

int
both (int a, int b)
{
  if (a > 0 && b > 0)
    return 1;
  if (a < 0 || !b)
    return 2;
  return a == b;
}

int
value (int a, int b, int c)
{
  int r = a && (b || c);
  return r ? a : (b > c);
}

unsigned
max3 (unsigned a, unsigned b, unsigned c)
{
  return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

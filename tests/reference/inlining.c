/* Small functions go into their callers, early and late; what then is known is folded. */
static int
square (int x)
{
  return x * x;
}

static int
choose (int kind, int a, int b)
{
  switch (kind)
    {
    case 0:
      return a + b;
    case 1:
      return a - b;
    default:
      return square (a) + square (b);
    }
}

int
sums (int a, int b)
{
  return choose (0, a, b) + choose (1, a, b);
}

int
norm (int a, int b)
{
  return choose (2, a, b);
}

static inline int
limited (int v, int low, int high)
{
  if (v < low)
    return low;
  if (v > high)
    return high;
  return v;
}

int
percent (int v)
{
  return limited (v, 0, 100);
}

/* What calls pass: the same constant each, an address, a parameter handed on, and different constants. */
extern int sink;

static __attribute__ ((noinline)) int
always_three (int a, int k)
{
  if (k == 3)
    return a + 1;
  return a * 7 + sink;
}

static __attribute__ ((noinline)) int
hands_on (int a, int k)
{
  sink = a;
  return always_three (a, k) + 1;
}

static __attribute__ ((noinline)) int
different (int a, int k)
{
  sink = a - k;
  return k;
}

static int table[4];

static __attribute__ ((noinline)) int
pointed (int *p, int i)
{
  return p[i] + sink;
}

int
first (int a)
{
  return always_three (a, 3) + different (a, 5) + pointed (table, a);
}

int
second (int a)
{
  table[a & 3] = a;
  return hands_on (a, 3) + different (a + 1, 6) + pointed (table, 1);
}

/* Functions and read-only variables that are equal, and some that nearly are. */
extern int next (int);

int
one (int a)
{
  int r = next (a) + next (a + 1);
  return r * r;
}

int
same (int b)
{
  int s = next (b) + next (b + 1);
  return s * s;
}

static __attribute__ ((noinline)) int
ours (int b)
{
  int s = next (b) + next (b + 1);
  return s * s;
}

int
other (int b)
{
  int s = next (b) + next (b + 2);
  return s * s;
}

static const int left[3] = { 1, 2, 3 };
static const int right[3] = { 1, 2, 3 };

int
element (int i)
{
  return left[i] + right[2 - i] + ours (i);
}

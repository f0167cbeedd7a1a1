/* Functions that are small, that are called once, that must be inlined, and that must not be. */
extern int next (int);

static int
small (int a)
{
  return a + 3;
}

static int
called_once (int a)
{
  int r = 0;
  for (int i = 0; i < a; i++)
    r += next (i) * next (r) + next (i + r);
  return r;
}

static int
large (int a)
{
  int r = next (a) + next (a + 1) + next (a + 2) + next (a + 3);
  r += next (r) + next (r + 1) + next (r + 2) + next (r + 3);
  return r;
}

static __attribute__ ((noinline)) int
never (int a)
{
  return next (a) * 3;
}

static inline __attribute__ ((always_inline)) int
always (int a)
{
  return next (a) + never (a);
}

int
user (int a)
{
  return small (a) + called_once (a) + always (a);
}

int
twice (int a, int b)
{
  return large (a) + large (b) + small (b);
}

int
recursive (int n)
{
  return n ? recursive (n - 1) + next (n) : 0;
}

/* Parameters and results that nobody needs, and structures of which parts are read. */
struct pair
{
  int x, y;
  long far[4];
};

static __attribute__ ((noinline)) int
reads_part (struct pair *p)
{
  return p->x * p->x;
}

static __attribute__ ((noinline)) int
by_value (struct pair p)
{
  return p.y + 1;
}

static __attribute__ ((noinline)) int
unused (int a, int b)
{
  return a * 3;
}

int seen;

static __attribute__ ((noinline)) int
result_unused (int a)
{
  seen = a;
  return a + 1;
}

static __attribute__ ((noinline)) void
writes (struct pair *p)
{
  p->x = 1;
}

int
user (int a, int b)
{
  struct pair p = { a, b, { 0 } };
  result_unused (b);
  int r = reads_part (&p) + by_value (p) + unused (a, b);
  writes (&p);
  return r + p.x;
}

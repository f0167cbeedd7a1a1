/* Parts of aggregates that are written only as part of something around them, or element by element. */
int printf (const char *, ...);

struct words { int v[12]; };
struct outer { int k; struct words w; };

/* X is written in elements only, and read at an index: its copy holds all of them. */
__attribute__ ((noipa)) int
by_elements (int i, struct words *p)
{
  struct words x, y;
  x.v[0] = 1;
  x.v[1] = 5;
  x.v[2] = 6;
  x.v[3] = 7;
  int r = x.v[i];
  y = x;
  r += y.v[0];
  *p = y;
  return r + y.v[0];
}

/* What Y gets was written as part of all of X. */
__attribute__ ((noipa)) int
within (struct outer *q, struct words *p)
{
  struct outer x = *q;
  struct words y = x.w;
  int r = y.v[0] + x.k;
  y.v[0] = r;
  *p = y;
  return r + y.v[0];
}

union number { long whole; struct { int low, high; } half; };
struct mixed { union number u; int z[12]; };

/* The union is written in halves and read whole. */
__attribute__ ((noipa)) int
in_halves (int k, struct mixed *p)
{
  struct mixed x, y;
  x.u.half.low = k;
  x.u.half.high = k + 1;
  for (int i = 0; i < 12; i++)
    x.z[i] = i;
  long l = x.u.whole;
  y = x;
  y.z[3] = 5;
  *p = y;
  return (int) l + y.u.half.low + y.z[3];
}

int
main (void)
{
  struct words w = { { 9, 9, 9, 9, 9 } };
  printf ("%d:", by_elements (2, &w));
  for (int i = 0; i < 4; i++)
    printf (" %d", w.v[i]);
  struct outer o = { 3, { { 9, 8, 7, 6, 5 } } };
  printf ("\n%d:", within (&o, &w));
  for (int i = 0; i < 5; i++)
    printf (" %d", w.v[i]);
  struct mixed m;
  printf ("\n%d:", in_halves (4, &m));
  printf (" %d %d %d\n", m.u.half.low, m.u.half.high, m.z[7]);
  return 0;
}

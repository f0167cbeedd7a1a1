/* Functions passed to others that call them: once and often, passed on, chosen, of other types than they are called as having,
   recursive ones.  */
int printf (const char *, ...);
void *memcpy (void *, const void *, unsigned long);

typedef int fn (int);

static int add (int x) { return x + 1; }
static int twice (int x) { return x * 2; }
static int down (int x) { return x > 0 ? down (x - 1) + 2 : 7; }
static long wide (long x) { return x + 1000000000000L; }
static int two (int x, int y) { return x * 10 + y; }

static int apply (fn *f, int x) { return f (x) + 1; }
static int often (fn *f, int n)
{
  int r = 0;
  for (int i = 0; i < n; i++)
    r = r * 3 + f (i);
  return r;
}
static int on (int x, fn *f) { return apply (f, x) + often (f, x); }
static int chosen (int k, fn *f, fn *g) { return apply (k ? f : g, k); }
static int changed (fn *f, int k)
{
  if (k > 2)
    f = twice;
  return f (k);
}
static int with_two (int (*f) (int, int), int x) { return f (x, 3) + f (4, x); }
static int itself (int depth, int (*f) (int, void *), void *g)
{
  return depth ? itself (depth - 1, f, g) + 1 : f (depth, g);
}
static int calls (int x, void *g) { return ((fn *) g) (x + 5); }

static __attribute__ ((noipa)) int
all (int k)
{
  int r = apply (add, k);
  r = r * 7 + apply (twice, k);
  r = r * 7 + apply (down, k);
  r = r * 7 + often (add, k);
  r = r * 7 + on (k, twice);
  r = r * 7 + on (k, down);
  r = r * 7 + chosen (k, add, twice);
  r = r * 7 + changed (add, k);
  r = r * 7 + with_two (two, k);
  r = r * 7 + itself (k, calls, twice);
  return r;
}

int
main (void)
{
  for (int k = 0; k < 6; k++)
    printf ("%d\n", all (k));
  printf ("%d\n", sizeof (long) == 8 && wide (1) == 1000000000001L);
  return 0;
}

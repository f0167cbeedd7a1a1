/* Variables of a loop that have the same value in its first rounds and not later: value numbering takes them for one
   until it has seen what comes around, and the order in which they part is not that in which they were found equal. */

int printf (const char *, ...);

static __attribute__ ((noinline)) void
show (unsigned long a, unsigned long b, unsigned long c)
{
  printf ("%lu %lu %lu\n", a, b, c);
}

/* WHERE and LAST are both 0 and then both H. */
static __attribute__ ((noinline)) void
chunks (unsigned long h, unsigned long n)
{
  unsigned long where = 0, last = 0, i;
  for (i = 1; i <= n; i++)
    {
      show (last, where, i);
      where += h;
      last = h;
    }
}

static __attribute__ ((noinline)) void
chunks_turned (unsigned long h, unsigned long n)
{
  unsigned long last = 0, where = 0, i;
  for (i = 1; i <= n; i++)
    {
      show (where, last, i);
      last = h;
      where = where + h;
    }
}

/* Each is what the one before it was. */
static __attribute__ ((noinline)) void
shift (unsigned long h, unsigned long n)
{
  unsigned long a = 0, b = 0, c = 0, i;
  for (i = 0; i < n; i++)
    {
      show (a, b, c);
      c = b;
      b = a;
      a = a + h;
    }
}

/* Equal around the inner loop, not around the outer one. */
static __attribute__ ((noinline)) void
nested (unsigned long h, unsigned long n)
{
  unsigned long a = 1, b = 1, i, j;
  for (i = 0; i < n; i++)
    {
      for (j = 0; j < 2; j++)
        {
          a *= h;
          b *= h;
        }
      show (a, b, i);
      b = h;
    }
}

/* Places in memory are equal as long as the pointers are. */
static __attribute__ ((noinline)) long
places (long *p, long n)
{
  long *q = p, *r = p, s = 0, i;
  for (i = 0; i < n; i++)
    {
      *q = i;
      s = s * 10 + *r;
      q++;
      r = p + 1;
    }
  return s;
}

int
main (void)
{
  long a[8] = { 0, 7, 0, 0, 0, 0, 0, 0 };
  chunks (5, 4);
  chunks_turned (5, 4);
  shift (3, 6);
  nested (3, 3);
  printf ("%ld\n", places (a, 4));
  return 0;
}

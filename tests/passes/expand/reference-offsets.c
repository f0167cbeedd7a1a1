/* A number added to an index is the offset of the reference, so that neighbours share their address; not where the sum is
   used otherwise, or the offset is out of reach. */
/* { dg-do run } */
/* { dg-options "-O2 -fno-inline" } */

extern void abort (void);

struct pair { int a, b; };

static long
neighbours (long *p, long i, long n)
{
  long s = 0;
  for (; i < n; i++)
    s += p[i + 1] * p[i] + p[i - 1];
  return s;
}

static int
members (struct pair *p, int i)
{
  p[i + 1].b = p[i].a;
  return p[i - 1].b + p[i + 1].a;
}

static char *
kept (char *p, long i, char **q)
{
  *q = p + (i + 3);
  return p + (i - 1);
}

static int
far (char *p, long i)
{
  return p[i + 3000] - p[i];
}

static short
twice (short *p, unsigned long i)
{
  p[i + 2] += p[i - 2];
  return p[i + 2];
}

int
main (void)
{
  long numbers[] = { 1, 2, 3, 4, 5 };
  if (neighbours (numbers, 1, 4) != 3 * 2 + 1 + 4 * 3 + 2 + 5 * 4 + 3)
    abort ();
  struct pair pairs[] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
  if (members (pairs, 1) != 7 || pairs[2].b != 3)
    abort ();
  static char text[4000] = "abcdefgh";
  char *other;
  if (kept (text, 2, &other) != text + 1 || other != text + 5)
    abort ();
  text[3002] = 'x';
  if (far (text, 2) != 'x' - 'c')
    abort ();
  short shorts[] = { 10, 20, 30, 40, 50, 60 };
  if (twice (shorts, 2) != 60 || shorts[4] != 60)
    abort ();
  return 0;
}

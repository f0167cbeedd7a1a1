/* Values that are computed where they are used are what they were where they were computed. */
/* { dg-do run } */
/* { dg-options "-O2 -fno-inline" } */

extern void abort (void);

struct packed { char c; double d; } __attribute__ ((packed));

static int
swap (int *p, int *q)
{
  int a = *p;
  *p = *q;
  *q = a;
  return a;
}

static long
indexed (long *p, long i, int *q, unsigned char c)
{
  long n = q[c + 1] + p[i - 2];
  p[i - 2] = n + c;
  return p[i + 3] * n;
}

static int
same_double (struct packed *p, double d)
{
  return p->d == d;
}

static int
turned (int n)
{
  int a = 1, b = 2, c = 3;
  while (n-- > 0)
    {
      int t = a;
      a = b + c;
      b = c - t;
      c = t;
    }
  return a * 100 + b * 10 + c;
}

static int
jump (unsigned a, unsigned b, int c)
{
  _Bool x = a < 5, y = b > 7;
  if (x & y)
    return c;
  if (x | y)
    return c + 1;
  return c + 2;
}

static unsigned char
narrow (int a, short *p)
{
  unsigned char low = a;
  p[1] = p[0] + low;
  return (unsigned char) (low + 1) >> 1;
}

int
main (void)
{
  int x = 1, y = 2;
  if (swap (&x, &y) != 1 || x != 2 || y != 1)
    abort ();
  long p[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  int q[] = { 10, 20, 30 };
  if (indexed (p, 3, q, 1) != 7 * 32 || p[1] != 33)
    abort ();
  struct packed s = { 1, 2.5 };
  if (!same_double (&s, 2.5) || same_double (&s, 2))
    abort ();
  if (turned (0) != 123 || turned (1) != 521 || turned (2) != 300 - 40 + 5)
    abort ();
  if (jump (1, 8, 0) != 0 || jump (1, 1, 0) != 1 || jump (9, 9, 0) != 1 || jump (9, 1, 0) != 2)
    abort ();
  short h[] = { 1, 0 };
  if (narrow (0x1ff, h) != 0 || h[1] != 256 || narrow (0x102, h) != 1)
    abort ();
  return 0;
}

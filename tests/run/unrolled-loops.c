/* Loops that are gone round a few times, in whatever way they say so. */
#include <stdio.h>

#define NOIPA __attribute__ ((noipa))

static const int weights[3] = { 2, -3, 5 };
static int grid[4][3];
static struct { int v[3]; } few;
static volatile int tick;

NOIPA static int weighed (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      s += weights[j] * (i + j);
  return s;
}

NOIPA static int two_ways_out (int n, const int *p)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    {
      int i;
      for (i = 0; i < 3; i++)
	{
	  if (p[i] == j)
	    break;
	  s += p[i] * j;
	}
      s = s * 2 + i;
    }
  return s;
}

NOIPA static void bounded (int n, int k)
{
  for (int i = 0; i < n; i++)
    few.v[i] += k + i;
}

NOIPA static unsigned bounded_inside (int n, int m)
{
  unsigned s = 0;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      s = s * 3 + few.v[i] * j;
  return s;
}

NOIPA static int tested_at_end (int n, const int *p)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    {
      int i = 0;
      do
	s += p[i] - j;
      while (++i < 2);
    }
  return s;
}

NOIPA static unsigned shifted (unsigned n)
{
  unsigned s = 0;
  for (unsigned j = 0; j < n; j++)
    for (unsigned x = 64; x; x >>= 3)
      s += x * j;
  return s;
}

NOIPA static int switched (int n)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 4; i++)
      switch (i)
	{
	case 0: s += j; break;
	case 1: if (j & 1) continue; s -= 2; break;
	case 2: if (j == 3) goto out; /* fall through */
	default: s ^= i;
	}
out:
  return s;
}

NOIPA static int deep (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 2; k++)
	for (int l = 0; l < 2; l++)
	  s += grid[i][j + (k & l)] * n;
  return s;
}

NOIPA static int read_often (void)
{
  int s = 0;
  for (int i = 0; i < 3; i++)
    s = s * 10 + tick++;
  return s;
}

NOIPA static int maybe_never (int n, int k)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    for (int i = k ? 0 : 3; i < 3; i++)
      s += i * j;
  return s;
}

NOIPA static unsigned wraps (int n)
{
  unsigned s = 0;
  for (int j = 0; j < n; j++)
    for (unsigned char c = 254; c != 2; c++)
      s = s * 5 + c;
  return s;
}

NOIPA static int swapped (int n)
{
  int a = 1, b = 2, c = 3;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 2; i++)
      {
	int t = a;
	a = b;
	b = c + j;
	c = t;
      }
  return a * 100 + b * 10 + c;
}

NOIPA static double halves (int n)
{
  double s = 0;
  for (int j = 0; j < n; j++)
    {
      double h = 1;
      for (int i = 0; i < 3; i++, h /= 2)
	s += h;
    }
  return s;
}

int main (void)
{
  int p[] = { 2, 0, 1 };
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++)
      grid[i][j] = i * 5 - j;
  printf ("%d %d\n", weighed (0), weighed (7));
  printf ("%d %d\n", two_ways_out (5, p), two_ways_out (1, p));
  bounded (0, 9);
  bounded (1, 1);
  bounded (2, 2);
  bounded (3, 3);
  printf ("%d %d %d\n", few.v[0], few.v[1], few.v[2]);
  printf ("%u %u %u\n", bounded_inside (0, 4), bounded_inside (2, 4), bounded_inside (3, 4));
  printf ("%d %d\n", tested_at_end (4, p), tested_at_end (0, p));
  printf ("%u\n", shifted (6));
  printf ("%d %d\n", switched (2), switched (9));
  printf ("%d %d\n", deep (3), deep (4));
  printf ("%d\n", read_often ());
  printf ("%d %d\n", maybe_never (5, 0), maybe_never (5, 1));
  printf ("%u\n", wraps (3));
  printf ("%d %d\n", swapped (1), swapped (4));
  printf ("%g\n", halves (4));
  return 0;
}

/* What the plugin `planted` makes wrong: a function for each kind of mistake, whose result main prints. */
int printf (const char *, ...);
int a[16];

__attribute__ ((noipa)) int sums (int x, int *p)
{
  p[0] = x + 1;
  p[1] = x + 2;
  p[2] = x + 3;
  return p[x] - 5;
}

__attribute__ ((noipa)) int differences (int x, int y, int z)
{
  return (x - y) * (y - z) + (z - x);
}

__attribute__ ((noipa)) int branches (int x, int y)
{
  int n = 0;
  if (x > y)
    n = printf ("more\n");
  if (y > 3)
    n += printf ("%d\n", x);
  return n;
}

__attribute__ ((noipa)) void stores (int x, int *p)
{
  p[3] = x;
  p[4] = x * 3;
  p[5] = x * 5;
}

__attribute__ ((noipa)) void calls (int x, int y)
{
  printf ("first %d\n", x);
  printf ("then %d\n", y);
  printf ("last %d\n", x ^ y);
}

__attribute__ ((noipa)) int pair (int x, int y)
{
  return x * 10 + y;
}

__attribute__ ((noipa)) int joins (int x)
{
  int n, m;
  if (x == 7)
    { n = 11; printf ("seven\n"); }
  else
    { n = 5; printf ("other\n"); }
  if (x == 8)
    { m = 3; printf ("eight\n"); }
  else
    { m = 9; printf ("another\n"); }
  return n * m;
}

__attribute__ ((noipa)) int shifts (int x)
{
  return (x << 3) ^ ((x ^ 21) << 5);
}

__attribute__ ((noipa)) int loads (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * p[i + 1];
  return s;
}

__attribute__ ((noipa)) int cases (int x)
{
  switch (x)
    {
    case 1: return printf ("one\n");
    case 9: return printf ("nine\n");
    case 30: return printf ("thirty\n");
    default: return 0;
    }
}

int main (void)
{
  printf ("%d\n", sums (2, a));
  printf ("%d\n", differences (9, 4, 2));
  printf ("%d\n", branches (5, 4));
  printf ("%d\n", branches (4, 4));
  stores (6, a);
  calls (3, 4);
  printf ("%d\n", joins (1));
  printf ("%d\n", shifts (3));
  printf ("%d\n", loads (a, 5));
  printf ("%d\n", cases (9) + cases (30));
  for (int i = 0; i < 16; i++)
    printf ("%d\n", a[i]);
  return 0;
}

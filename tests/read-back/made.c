extern void abort (void);
int table[16];
int first (int x) { return x + 1; }
int second (int x) { return x * 3; }

/* Its rare part is split off. */
static int
look (int *p, int n)
{
  int i;
  if (n < 0)
    return -1;
  for (i = 0; i < n; i++)
    {
      table[i & 15] += p[i] * i;
      table[(i + 5) & 15] ^= p[i] + n;
      table[(i + 9) & 15] -= table[i & 15] + n;
    }
  return table[3] + table[n & 15];
}

/* A function of its own for the constant. */
static int __attribute__ ((noinline))
scaled (int x, int by)
{
  return x * by + table[by];
}

int __attribute__ ((noinline))
choose (int c, int x)
{
  int (*f) (int) = c ? first : second;
  return f (x);
}

/* Two variables of one name, of which one stays in memory. */
int __attribute__ ((noinline))
twins (int *a)
{
  int i, s = 0;
  for (i = 0; i < 4; i++)
    s += a[i];
  {
    int i = s;
    __asm__ volatile ("" : "+m" (i));
    s += i;
  }
  return s;
}

/* What nothing is assigned to. */
int __attribute__ ((noinline))
partly (int *p, int n)
{
  int x;
  for (; n > 0; n--)
    {
      table[2] = n;
      if (table[2] > 2)
        table[1] = n + table[2];
    }
  if (n > 5)
    x = *p;
  return x + n;
}

int __attribute__ ((noinline)) one (int *p, int n) { return look (p, n) + 1; }
int __attribute__ ((noinline)) two (int *p, int n) { return look (p, n) + 2; }

int
main (void)
{
  int a[4] = { 1, 2, 3, 4 };
  int b = one (a, 4) + two (a, -1) + scaled (3, 7) + choose (1, 4) + choose (0, 4);
  partly (a, 3);
  return (b + twins (a) + table[1] + table[2]) & 127;
}

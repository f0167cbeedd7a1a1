/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-pre" } */
extern void abort (void);
int g, h;

/* What is read at the start of the two blocks is not the same: on the second way `g` has been written. Both read the
   same place, but they stay two. */
__attribute__ ((noipa)) int reads (int a, int b)
{
  if (a == 1)
    {
      h = g;
      return 3;
    }
  g = b;
  if (b == 7)
    return 5;
  __asm__ volatile ("" : : : "memory");
  h = g;
  return 3;
}

/* The same values under two names, each known in one place only. */
__attribute__ ((noipa)) void names (int a, int b, int *p, int *q)
{
  if (a > 3)
    {
      int x = p[b] + 1;
      if (b == 2)
        *q = x;
      else
        *q = 5;
    }
  else
    {
      int y = p[b] + 2;
      if (b == 2)
        *q = y;
      else
        *q = 5;
    }
}

/* Conditions with the arms the other way round. */
__attribute__ ((noipa)) int turned (int a, int b, int c)
{
  if (a)
    {
      if (b < c)
        goto less;
      goto more;
    }
  h = 1;
  if (b >= c)
    goto more;
less:
  return 1;
more:
  return 2;
}

int main (void)
{
  int v[4] = { 10, 20, 30, 40 }, r;
  g = 9;
  if (reads (1, 2) != 3 || h != 9 || reads (2, 6) != 3 || h != 6 || reads (0, 7) != 5)
    abort ();
  names (4, 2, v, &r);
  if (r != 31)
    abort ();
  names (1, 2, v, &r);
  if (r != 32)
    abort ();
  names (1, 1, v, &r);
  if (r != 5)
    abort ();
  if (turned (1, 1, 2) != 1 || turned (1, 2, 1) != 2 || turned (0, 1, 2) != 1 || turned (0, 2, 2) != 2)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "  h = g\\." 2 "pre" } } */

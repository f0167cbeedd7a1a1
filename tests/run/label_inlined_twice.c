/* A label of the programmer's that stands in one function twice, and in two functions, once inlining is done: a dump
   tells them apart by the blocks that they stand in. */

int printf (const char *, ...);

static inline __attribute__ ((always_inline)) int
first (const int *p, int n, int v)
{
  static int calls;
  int i;
  calls++;
  for (i = 0; i < n; i++)
    if (p[i] == v)
      goto out;
  i = -1;
out:
  return i * 10 + calls;
}

static __attribute__ ((noinline)) int
other (int n)
{
  static int calls = 40;
  if (n > 3)
    goto out;
  n += calls++;
out:
  return n;
}

int
main (void)
{
  int a[4] = { 3, 1, 4, 1 };
  int x = first (a, 4, 4), y = first (a, 4, 9);
  printf ("%d %d %d %d\n", x, y, other (1), other (7));
  return 0;
}

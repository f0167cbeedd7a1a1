/* A comparison that is known by way of values that are replaced: what a φ is found to be relies on it. */
extern int printf (const char *, ...);

static int __attribute__ ((noinline))
f (short *p, int n)
{
  short v = -32768;
  int r = n, i;
  for (i = 0; i < n; i++)
    {
      *p = i;
      if (~(int) v < (*p >> ((unsigned short) v & 31)))
        r = n * i;
      else
        r = n * *p;
      *p += r;
    }
  return r;
}

int
main (void)
{
  short s = 3;
  printf ("%d %d\n", f (&s, 5), s);
  return 0;
}

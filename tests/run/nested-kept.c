/* { dg-options "-w -fkeep-static-functions" } */

/* Nested functions that are called or kept: their outer functions bring them along. */
int printf (const char *, ...);

int
outer (int n)
{
  int inner (int y) { return y + n; }
  return inner (2);
}

int
kept (int n)
{
  __attribute__ ((used)) int inner (int y) { return y + 2; }
  return inner (n) * 2;
}

int
unused (int n)
{
  int inner (int y) { return y + n; }
  return n;
}

static inline int
never (int k)
{
  static int count;
  static int *at = &count;
  static void *to[] = { &&a, &&b };
  goto *to[k & 1 + *at];
a:
  return 2;
b:
  return 3;
}

int
main (void)
{
  printf ("%d %d %d\n", outer (5), kept (5), unused (5));
  return 0;
}

/* Calls: with and without results, through pointers, variable arguments, recursive. */
extern int printf (const char *, ...);
extern void use (int);
extern int source (void);

static int twice (int x) { return 2 * x; }

int
chain (int a)
{
  use (a);
  use (twice (source () + a));
  return twice (twice (a));
}

int
apply (int (*f) (int, char), int x)
{
  return f (x, 'c') + (*f) (1, x);
}

int
gcd (int a, int b)
{
  return b ? gcd (b, a % b) : a;
}

int
show (int n, double d, char c)
{
  return printf ("%d %g %c %s\n", n, d, c, "text");
}

/* What functions do beside computing a result. */
extern int next (int);
int global;
volatile int device;

__attribute__ ((noinline)) int
computes (int a)
{
  return a * a;
}

__attribute__ ((noinline)) int
reads (int a)
{
  return a + global;
}

__attribute__ ((noinline)) void
stores (int a)
{
  global = a;
}

__attribute__ ((noinline)) int
asks_device (void)
{
  return device;
}

__attribute__ ((noinline)) int
may_not_end (int n)
{
  while (n != 1)
    n = n & 1 ? 3 * n + 1 : n / 2;
  return n;
}

__attribute__ ((noinline)) int *
fresh (void)
{
  return __builtin_malloc (sizeof (int));
}

__attribute__ ((noinline)) int
calls_pure (int a)
{
  return reads (a) + computes (a);
}

__attribute__ ((noinline)) int
calls_unknown (int a)
{
  return next (a) + computes (a);
}

int
odd (int n);

__attribute__ ((noinline)) int
even (int n)
{
  return n == 0 ? 1 : odd (n - 1);
}

__attribute__ ((noinline)) int
odd (int n)
{
  return n == 0 ? 0 : even (n - 1);
}

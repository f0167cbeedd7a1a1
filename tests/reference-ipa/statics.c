/* Static variables: never written, never read, of one function, of several, and with their address taken. */
extern int next (int);
static int limit = 10;
static int never_read;
static int of_one;
static int shared;
static int pointed;
static int gone;

__attribute__ ((noinline)) int
counts (int a)
{
  of_one += a;
  never_read = a;
  return of_one < limit;
}

__attribute__ ((noinline)) static void
sets (int a)
{
  shared = a;
}

__attribute__ ((noinline)) static int
gets (void)
{
  return shared + 1;
}

int *
where (void)
{
  return &pointed;
}

int
user (int a)
{
  sets (a);
  pointed = counts (a);
  return gets () + next (pointed);
}

/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-modref1" } */
extern void abort (void);
extern void exit (int);
int g;

/* What is written by what does not come back, nobody sees; what it reads must have been written. */
__attribute__ ((noinline)) void check (int n)
{
  if (n != 3)
    abort ();
}

static void __attribute__ ((noinline)) leave (void) { exit (g - 4); }

int main (void)
{
  g = 2;
  check (g + 1);
  g = 4;
  leave ();
  return 1;
}

/* { dg-final { scan-tree-dump-not "check/\[0-9\]+'\[^:\]*\n\[^\n\]*\n\[^\n\]*\n\[^\n\]*\n  Global memory written" "modref1" } } */

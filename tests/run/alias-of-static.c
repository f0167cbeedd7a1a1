/* What an alias stands for is needed though nothing names it.  */
int printf (const char *, ...);

static int thrice (int x) { return x * 3; }
static int twice (int x) { return x * 2; }
static int five = 5;
static int hidden (int x) { return x + 7; }

int called (int) __attribute__ ((alias ("thrice")));
int not_called (int) __attribute__ ((weak, alias ("twice")));
extern int variable __attribute__ ((alias ("five")));
static int local (int) __attribute__ ((alias ("hidden")));

int
main (void)
{
  int (*volatile f) (int) = not_called;
  printf ("%d %d %d %d\n", called (2), f (4), variable, local (1));
  return 0;
}

/* { dg-do run } */
/* { dg-options "-O2" } */

/* What an alias names is changed by that name, too. */
static int n;
extern int same __attribute__ ((alias ("n")));

__attribute__ ((noinline, noclone)) static void change (int x)
{
  same = x;
}

__attribute__ ((noinline, noclone)) static int f (int x)
{
  n = 5;
  change (x);
  return n;
}

int main (void)
{
  if (f (7) != 7)
    __builtin_abort ();
  return 0;
}

/* { dg-do run } */
/* { dg-options "-O2" } */

/* What ends in __builtin_return returns: what is after a call of it runs. */
int f (int a, int b) { return a * 10 + b; }
double h (double a, int b) { return a * b; }

int g (int a, int b)
{
  void *args = __builtin_apply_args ();
  __builtin_return (__builtin_apply ((void (*) ()) f, args, 64));
}

static __attribute__ ((noinline)) double i (double a, int b)
{
  void *args = __builtin_apply_args ();
  if (b > 100)
    __builtin_abort ();
  __builtin_return (__builtin_apply ((void (*) ()) h, args, 64));
}

static int choice (int a, int b)
{
  if (a < 0)
    return -1;
  void *args = __builtin_apply_args ();
  __builtin_return (__builtin_apply ((void (*) ()) f, args, 64));
}

int main (void)
{
  if (g (1, 2) != 12)
    __builtin_abort ();
  if (i (1.5, 4) != 6)
    __builtin_abort ();
  return choice (-3, 4) != -1 || choice (3, 4) != 34;
}

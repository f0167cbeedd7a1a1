/* Values that an expression has computed when setjmp is called in it are there when it returns once more. */
#include <setjmp.h>
int printf (const char *, ...);

static jmp_buf env;
static int calls;

__attribute__ ((noipa)) static int
next (int x)
{
  calls++;
  return x * 3 + calls;
}

__attribute__ ((noipa)) static void
back (int value)
{
  if (calls < 6)
    longjmp (env, value);
}

__attribute__ ((noipa)) static int
sum (int x)
{
  calls = 0;
  int r = next (x) + setjmp (env);
  calls++;
  back (r);
  return r;
}

struct pair { int a, b; };

__attribute__ ((noipa)) static int
within (int *p, int j)
{
  calls = 0;
  struct pair q = { p[next (0)] + p[j + 1] * setjmp (env), next (2) };
  back (j + 4);
  return q.a * 100 + q.b;
}

__attribute__ ((noipa)) static double
floating (double x, int *p)
{
  calls = 0;
  double r = (x * 2.5 + *p) * (setjmp (env) ? x - 1 : x + 1) + next (1);
  back (3);
  return r;
}

int
main (void)
{
  int array[] = { 1, 20, 300, 4000, 50000, 6, 7, 8, 9 };
  printf ("%d\n", sum (4));
  printf ("%d\n", within (array, 1));
  printf ("%g\n", floating (1.5, array));
  return 0;
}

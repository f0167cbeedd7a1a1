/* { dg-do run } */
/* { dg-options "-O2" } */
extern void abort (void);
int g;

/* Functions that are the same have one body, called by several names; and names that are aliases. */
__attribute__ ((noinline)) static int same1 (int *p, int unused) { g += *p; return g; }
__attribute__ ((noinline)) static int same2 (int *p, int unused) { g += *p; return g; }
__attribute__ ((noinline)) static int target (int *p, int unused) { g += *p + 1; return g; }
static int other (int *, int) __attribute__ ((alias ("target")));
/* Who is called with fewer arguments than it takes must not look at them. */
__attribute__ ((noinline)) static int misused (a, b, c) int a, b, c; { g += a; return g; }

int main (int argc, char **argv)
{
  int x = argc + 1;
  same1 (&x, 1);
  same2 (&x, 2);
  target (&x, 3);
  other (&x, 4);
  if (g != 10)
    abort ();
  misused (1, 2);
  misused (1, 2, 3);
  if (g != 12)
    abort ();
  return 0;
}

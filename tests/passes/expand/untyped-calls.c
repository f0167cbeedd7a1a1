/* Functions that hand on arguments and values whose types they do not know; what unwinders are made of. */
/* { dg-do run } */
/* { dg-options "-O2" } */

struct pair { long a; double b; };

__attribute__ ((noinline)) static double
sum (int a, double x, long b, float y, int c, int d, int e, int f, int g, int h, int i)
{
  return a + 2 * x + 3 * b + 4 * y + 5 * c + 6 * d + 7 * e + 8 * f + 9 * g + 10 * h + 11 * i;
}

__attribute__ ((noinline)) static int
difference (int a, int b)
{
  return a - b;
}

__attribute__ ((noinline)) static struct pair
both (long a, double b)
{
  return (struct pair) {a + 1, b + 0.5};
}

static int calls;

int main (void);

/* Three functions of one body, called by types that are not its own. */
__attribute__ ((noinline)) static void
forward (void)
{
  extern void (*target) (void);
  calls++;
  __builtin_return (__builtin_apply (target, __builtin_apply_args (), 64));
}

void (*target) (void);

__attribute__ ((noinline)) static int
either (int a, int b, int how)
{
  if (how)
    return a * b;
  __builtin_return (__builtin_apply ((void (*) (void)) difference, __builtin_apply_args (), 0));
}

__attribute__ ((noinline, noreturn)) static void
landing (void)
{
  __builtin_exit (calls != 14);
}

/* Leaves for `landing`, its frame gone. */
__attribute__ ((noinline)) static long
leave (long offset, int really)
{
  __builtin_unwind_init ();
  if (!really)
    return offset + 1;
  calls += 10;
  __builtin_eh_return (offset - 41, (void *) landing);
}

/* What the frame of `main` holds is found again. */
__attribute__ ((noinline)) static long
stays (long a, long b)
{
  long c = leave (a, 0), d = leave (b, 0);
  return a * 1000 + b * 100 + c * 10 + d;
}

__attribute__ ((noinline)) static int
returns_here (int n, ...)
{
  char *to = __builtin_return_address (0), *from = (char *) main;
  char *frame = __builtin_frame_address (0);
  return to > from && to < from + 4096 && frame > (char *) &n - 4096 && frame < (char *) &n + 4096;
}

int
main (void)
{
  double (*f) (int, double, long, float, int, int, int, int, int, int, int) = (void *) forward;
  target = (void (*) (void)) sum;
  if (f (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) != 506)
    return 1;
  int (*g) (int, int) = (void *) forward;
  target = (void (*) (void)) difference;
  if (g (9, 4) != 5 || g (4, 9) != -5)
    return 2;
  struct pair (*h) (long, double) = (void *) forward;
  target = (void (*) (void)) both;
  struct pair p = h (6, 2);
  if (p.a != 7 || p.b != 2.5 || calls != 4)
    return 3;
  if (either (6, 7, 1) != 42 || either (6, 7, 0) != -1)
    return 4;
  if (leave (41, 0) != 42 || stays (1, 2) != 1223)
    return 5;
  if (!returns_here (1, 2, 3))
    return 6;
  return 7 + leave (41, 1);
}

/* Builtins that are operators rather than functions. */
int printf (const char *, ...);
struct pair { char c; int i; };
typedef int v4si __attribute__ ((vector_size (16)));
typedef float v4sf __attribute__ ((vector_size (16)));

static float of_float (float x) { return x + 1; }
static double of_double (double x) { return x + 2; }
static long double of_long (long double x) { return x + 3; }

static int second (int n, ...)
{
  __builtin_va_list list;
  __builtin_va_start (list, n);
  __builtin_va_arg (list, int);
  int i = __builtin_va_arg (list, int);
  __builtin_va_end (list);
  return i;
}

int main (void)
{
  volatile int one = 1;
  v4si a = { one, 2, 3, 4 }, b = { 5, 6, 7, 8 };
  v4si s = __builtin_shuffle (a, b, (v4si) { 0, 4, 3, 7 });
  v4si t = __builtin_shufflevector (a, b, 1, 5, 2, 6);
  v4sf f = __builtin_convertvector (a, v4sf);
  _Complex double z = __builtin_complex ((double) one, -0.0);
  printf ("%d %d %d %d\n", s[0], s[1], s[2], s[3]);
  printf ("%d %d %d %d\n", t[0], t[1], t[2], t[3]);
  printf ("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
  printf ("%g %g\n", __real__ z, __imag__ z);
  printf ("%d %d\n", __builtin_choose_expr (1, one, "x"), (int) __builtin_offsetof (struct pair, i));
  printf ("%d %d\n", __builtin_types_compatible_p (int, const int), __builtin_types_compatible_p (int, long));
  printf ("%g %g\n", __builtin_tgmath (of_float, of_double, of_long, 1.0f),
          __builtin_tgmath (of_float, of_double, of_long, 1));
  printf ("%d\n", second (2, 3, 4));
  char c = 100;
  double big = 1e300 * one;
  v4si d = __builtin_assoc_barrier (a + b) - b;
  printf ("%d %d\n", (int) sizeof (__builtin_assoc_barrier (c)), __builtin_assoc_barrier (c + 30) - 29);
  printf ("%g %d %d\n", __builtin_assoc_barrier (big * 1e10) / 1e10, d[3], __builtin_assoc_barrier (3) + 4);
  return 0;
}

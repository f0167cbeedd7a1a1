/* What kind of number a floating-point number is, and the builtins that say where they stand.  */
int printf (const char *, ...);

#define CLASSES(name, type)                                                                        \
  __attribute__ ((noipa)) static void name (type x)                                                \
  {                                                                                                \
    printf (#name " %d %d %d %d %d %d %d\n", __builtin_fpclassify (1, 2, 3, 4, 5, x),              \
            __builtin_isnormal (x), __builtin_isinf_sign (x), __builtin_isinf (x) != 0,            \
            __builtin_isnan (x), __builtin_isfinite (x), __builtin_signbit (x) != 0);              \
  }

CLASSES (of_float, float)
CLASSES (of_double, double)
CLASSES (of_long_double, long double)

#define ALL(type, f)                                                                               \
  static const type f##_values[] = { 0, -0.0, 1, -1, (type) 1e-40, (type) -1e-310, (type) 5e-4940L,  \
                                     __builtin_inf (), -__builtin_inf (), __builtin_nan (""),       \
                                     -__builtin_nan ("") };                                        \
  for (int i = 0; i < 11; i++)                                                                     \
    f (f##_values[i]);

static int constants[] = {
  __builtin_isnormal (1e-310), __builtin_isnormal (1e-310L), __builtin_isnormal (1e-40f),
  __builtin_fpclassify (1, 2, 3, 4, 5, 1e-310), __builtin_fpclassify (1, 2, 3, 4, 5, 0.0f),
  __builtin_isinf_sign (-__builtin_inf ()), __builtin_isinf_sign (1.0), __builtin_isnormal (__builtin_inf ()),
};

static int evaluated;

static double
once (double x)
{
  evaluated++;
  return x;
}

__attribute__ ((noipa)) static void
place (void)
{
  printf ("%d %s\n", __builtin_LINE (), __builtin_FUNCTION ());
  printf ("%d\n", __builtin_strlen (__builtin_FILE ()) >= sizeof "builtins-classify.c" - 1);
}

int
main (void)
{
  ALL (float, of_float)
  ALL (double, of_double)
  ALL (long double, of_long_double)
  for (int i = 0; i < 8; i++)
    printf ("%d ", constants[i]);
  int all = __builtin_isnormal (once (1)) + __builtin_isinf_sign (once (1))
	    + __builtin_fpclassify (1, 2, 3, 4, 5, once (2));
  printf ("%d %d\n", all, evaluated);
  printf ("%d %d %d %d\n", __atomic_always_lock_free (1, 0), __atomic_always_lock_free (4, 0),
	  __atomic_always_lock_free (8, 0), __atomic_always_lock_free (16, 0));
  place ();
  return 0;
}

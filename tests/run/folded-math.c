/* Mathematical functions of constants, in all real types: what is computed while compiling is rounded to the type once.
   Nothing of it calls the library: the arguments are constants where the call stands. */
int printf (const char *, ...);

static int not_folded;
#define SHOW(F, CALL) \
  (not_folded += !__builtin_constant_p (CALL), printf ("%s %a\n", F, (double) (CALL)))
/* What a double has no room for comes after it. */
#define SHOW_LONG(F, CALL) \
  (not_folded += !__builtin_constant_p (CALL), \
   printf ("%s %a %a\n", F, (double) (CALL), (double) ((CALL) - (long double) (double) (CALL))))
#define ONE(F, X) \
  SHOW (#F, __builtin_##F (X)); \
  SHOW (#F "f", __builtin_##F##f (X##f)); \
  SHOW_LONG (#F "l", __builtin_##F##l (X##l))
#define TWO(F, X, Y) \
  SHOW (#F, __builtin_##F (X, Y)); \
  SHOW (#F "f", __builtin_##F##f (X##f, Y##f)); \
  SHOW_LONG (#F "l", __builtin_##F##l (X##l, Y##l))
#define SCALE(F, X, N) \
  SHOW (#F, __builtin_##F (X, N)); \
  SHOW (#F "f", __builtin_##F##f (X##f, N)); \
  SHOW_LONG (#F "l", __builtin_##F##l (X##l, N))
#define PARTS(F, CALL) \
  (not_folded += !__builtin_constant_p (CALL), \
   printf ("%s %a %a\n", F, (double) __real__ (CALL), (double) __imag__ (CALL)))
#define COMPLEX(F, X, Y) \
  PARTS (#F, __builtin_##F (__builtin_complex (X, Y))); \
  PARTS (#F "f", __builtin_##F##f (__builtin_complex (X##f, Y##f))); \
  PARTS (#F "l", __builtin_##F##l (__builtin_complex (X##l, Y##l))); \
  SHOW_LONG (#F "l", __real__ __builtin_##F##l (__builtin_complex (X##l, Y##l))); \
  SHOW_LONG (#F "l", __imag__ __builtin_##F##l (__builtin_complex (X##l, Y##l)))
#define POLAR(F, X, Y) \
  SHOW (#F, __builtin_##F (__builtin_complex (X, Y))); \
  SHOW (#F "f", __builtin_##F##f (__builtin_complex (X##f, Y##f))); \
  SHOW_LONG (#F "l", __builtin_##F##l (__builtin_complex (X##l, Y##l)))

static void transcendental (void)
{
  ONE (sin, 1.25); ONE (cos, 1.25); ONE (tan, 1.25);
  ONE (asin, 0.3); ONE (acos, 0.3); ONE (atan, 0.3);
  ONE (sinh, 1.75); ONE (cosh, 1.75); ONE (tanh, 0.75);
  ONE (asinh, 1.75); ONE (acosh, 1.75); ONE (atanh, 0.75);
  ONE (exp, 2.3); ONE (exp2, 2.3); ONE (exp10, 2.3); ONE (pow10, -3.0); ONE (expm1, 0.001);
  ONE (log, 2.3); ONE (log2, 2.3); ONE (log10, 2.3); ONE (log1p, 0.001);
  ONE (sqrt, 2.0); ONE (cbrt, 2.0);
  ONE (erf, 0.7); ONE (erfc, 3.1); ONE (tgamma, 4.7); ONE (tgamma, -2.6);
  ONE (sin, 1e22); ONE (sin, -0.0); ONE (exp, -0.0);
}

static void exact (void)
{
  ONE (logb, 0.3); ONE (significand, 0.3);
  ONE (round, 2.5); ONE (roundeven, 2.5); ONE (floor, -2.5); ONE (ceil, -2.5); ONE (trunc, -2.5);
  ONE (lround, -2.5); ONE (llround, -2.5); ONE (iround, -2.5);
  ONE (lceil, 2.5); ONE (llceil, 2.5); ONE (iceil, 2.5);
  ONE (lfloor, -2.5); ONE (llfloor, -2.5); ONE (ifloor, -2.5); ONE (ilogb, 0.3);
  ONE (fabs, -2.5); ONE (finite, 2.5); ONE (isnan, 2.5); ONE (isinf, 2.5); ONE (signbit, -2.5);
  SHOW ("-inf", __builtin_isinf (-__builtin_inf ()));
  SHOW ("logb", __builtin_logb (-__builtin_inf ()));
  TWO (fmod, -7.5, 2.0); TWO (remainder, -7.5, 2.0); TWO (drem, 7.5, 2.0);
  TWO (fdim, 3.5, 1.0); TWO (fmax, -3.5, 1.0); TWO (fmin, -3.5, 1.0); TWO (copysign, 3.5, -1.0);
  TWO (nextafter, 1.0, 2.0);
  SHOW ("nexttoward", __builtin_nexttoward (1.0, 0.5L));
  SCALE (ldexp, 0.75, 5); SCALE (scalbn, 0.75, -5); SCALE (scalbln, 0.75, 5L); SCALE (powi, 1.1, -7);
}

static void of_several (void)
{
  TWO (pow, 2.3, 1.7); TWO (pow, -2.0, 3.0); TWO (pow, 2.0, -1.0);
  TWO (atan2, -1.0, -2.0); TWO (atan2, -0.0, -2.0); TWO (hypot, 3.0, 0.1);
  SHOW ("fma", __builtin_fma (0.1, 10.0, -1.0));
  SHOW ("fmaf", __builtin_fmaf (0.1f, 10.0f, -1.0f));
  SHOW_LONG ("fmal", __builtin_fmal (0.1l, 10.0l, -1.0l));
  COMPLEX (csin, 1.5, -0.5); COMPLEX (ccos, 1.5, -0.5); COMPLEX (ctan, 1.5, -0.5);
  COMPLEX (csinh, 1.5, -0.5); COMPLEX (ccosh, 1.5, -0.5); COMPLEX (ctanh, 1.5, -0.5);
  COMPLEX (cexp, 1.5, -0.5); COMPLEX (clog, 1.5, -0.5); COMPLEX (csqrt, -1.5, -0.5);
  COMPLEX (cproj, 1.5, -0.5); COMPLEX (conj, 1.5, -0.5);
  POLAR (cabs, 1.5, -0.5); POLAR (carg, 1.5, -0.5); POLAR (creal, 1.5, -0.5); POLAR (cimag, 1.5, -0.5);
}

/* The names of types of a given width. */
#define WIDTHS(F, X) \
  SHOW (#F "f32", __builtin_##F##f32 ((_Float32) X)); \
  SHOW (#F "f64", __builtin_##F##f64 ((_Float64) X)); \
  SHOW (#F "f128", __builtin_##F##f128 ((_Float128) X)); \
  SHOW (#F "f32x", __builtin_##F##f32x ((_Float32x) X)); \
  SHOW (#F "f64x", __builtin_##F##f64x ((_Float64x) X))
#define CONSTANTS(F, ...) \
  SHOW (#F, __builtin_##F (__VA_ARGS__)); \
  SHOW (#F "f", __builtin_##F##f (__VA_ARGS__)); \
  SHOW (#F "l", __builtin_##F##l (__VA_ARGS__)); \
  SHOW (#F "f32", __builtin_##F##f32 (__VA_ARGS__)); \
  SHOW (#F "f64", __builtin_##F##f64 (__VA_ARGS__)); \
  SHOW (#F "f128", __builtin_##F##f128 (__VA_ARGS__)); \
  SHOW (#F "f32x", __builtin_##F##f32x (__VA_ARGS__)); \
  SHOW (#F "f64x", __builtin_##F##f64x (__VA_ARGS__))

static void of_widths (void)
{
  WIDTHS (ceil, 2.5); WIDTHS (floor, 2.5); WIDTHS (trunc, 2.5); WIDTHS (round, 2.5); WIDTHS (roundeven, 2.5);
  WIDTHS (sqrt, 2.0); WIDTHS (fabs, -2.5);
  CONSTANTS (inf); CONSTANTS (huge_val); CONSTANTS (nan, "0x12");
}

/* What raises an exception or sets errno stays a call. */
int left_alone = __builtin_constant_p (__builtin_log (-1.0)) + __builtin_constant_p (__builtin_exp (1e6))
  + __builtin_constant_p (__builtin_sqrt (-1.0)) + __builtin_constant_p (__builtin_pow (0.0, -1.0))
  + __builtin_constant_p (__builtin_fmod (1.0, 0.0)) + __builtin_constant_p (__builtin_acos (1.5))
  + __builtin_constant_p (__builtin_exp (-800.0)) + __builtin_constant_p (__builtin_tgamma (-1.0));

/* NaNs with digits, and such as signal. */
union bits { double d; unsigned long u; };
static const union bits quiet = { __builtin_nan ("5") }, signalling = { __builtin_nans ("") },
  copied = { __builtin_copysign (__builtin_nans ("077"), -1.0) };

int main (void)
{
  transcendental ();
  exact ();
  of_several ();
  of_widths ();
  printf ("%lx %lx %lx\n", quiet.u, signalling.u, copied.u);
  printf ("%d %d\n", not_folded, left_alone);
  return 0;
}

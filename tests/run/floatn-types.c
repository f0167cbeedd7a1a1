/* The interchange and extended floating types are types of their own, and are not promoted. */
/* { dg-options "-w" } */
#include <stdarg.h>
#include <stdio.h>

#define NAME(x) _Generic ((x), float: "float", double: "double", long double: "long double", \
  _Float32: "_Float32", _Float64: "_Float64", _Float128: "_Float128", _Float32x: "_Float32x", _Float64x: "_Float64x")

static double
sum (int n, ...)
{
  va_list ap;
  double all = 0;
  va_start (ap, n);
  all += va_arg (ap, _Float32);
  all += va_arg (ap, double);
  all += va_arg (ap, _Float32x);
  all += (double) va_arg (ap, _Float64x);
  va_end (ap);
  return all;
}

static int
old (a, b)
     _Float32 a;
     float b;
{
  return a * b;
}

int
main (void)
{
  _Float32 f = 1.5f32;
  _Float64 d = 2.25f64;
  _Float32x dx = 0.5F32x;
  _Float64x qx = 4.0f64x;
  _Float128 q = 8.0f128;
  _Complex _Float32 cf = 1.0f32 + 2.0if;
  printf ("%s %s %s %s %s\n", NAME (f + 1.0f), NAME (f + 1.0), NAME (d + 1.0), NAME (dx + 1.0), NAME (dx + f));
  printf ("%s %s %s %s\n", NAME (q + 1.0L), NAME (q + qx), NAME (qx + 1.0L), NAME (d + dx));
  printf ("%s %s %s\n", NAME (__builtin_fabsf32 (f)), NAME (__builtin_huge_valf64x ()), NAME (1.0f32x));
  printf ("%d %d %d\n", __builtin_types_compatible_p (_Float32, float), __builtin_types_compatible_p (_Float64x, long double),
	  __builtin_types_compatible_p (_Float64, _Float64));
  printf ("%g %d\n", sum (4, f, 1.0f, dx, qx), old (f, 2.0f));
  cf = cf * cf / (cf + 1.0f32);
  printf ("%g %g\n", (double) __real__ cf, (double) __imag__ cf);
  return __FLT32_MAX__ != __FLT_MAX__;
}

/* #pragma GCC optimize changes the macros that tell how code is optimised, from there on. */
#include <stdio.h>

#ifdef __ROUNDING_MATH__
#error before
#endif
#pragma GCC push_options
#pragma GCC optimize ("-frounding-math", "-fno-signed-zeros")
#ifdef __ROUNDING_MATH__
int rounding = __ROUNDING_MATH__;
#endif
#ifdef __NO_SIGNED_ZEROS__
int zeros = __NO_SIGNED_ZEROS__;
#endif
#pragma GCC optimize ("-fassociative-math")
int associative = __ASSOCIATIVE_MATH__;
#pragma GCC pop_options
#ifdef __ROUNDING_MATH__
#error after
#endif

#define name deprecated
#if !__has_attribute (name)
#error the names of attributes come out of macros
#endif

/* The sizes of variable length arrays that are not evaluated may stand outside functions. */
int bound = 3;
int size = sizeof (int (*)[bound]);

/* A union that is passed as its first member is may be declared as such. */
typedef union { int *i; long *l; } either __attribute__ ((transparent_union));
extern int first (either);
extern int first (int *);
int first (either e) { return *e.i; }

int
main (void)
{
  int value = 7;
  printf ("%d %d %d %d %d\n", rounding, zeros, associative, size, first (&value));
  return 0;
}

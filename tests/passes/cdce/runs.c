/* { dg-do run } */
/* { dg-options "-O2" } */

/* Errno is set as before, and roots are right. */
#include <errno.h>
double sqrt (double), log (double), exp (double);
__attribute__ ((noipa)) double root (double x) { return sqrt (x) + 1; }
__attribute__ ((noipa)) void errors (double x) { log (x); exp (x); }
int main (void)
{
  errno = 0;
  if (root (16.0) != 5 || errno || root (0.0) != 1 || errno)
    __builtin_abort ();
  double r = root (-1.0);
  if (r == r || errno != EDOM)
    __builtin_abort ();
  errno = 0;
  errors (2.0);
  if (errno)
    __builtin_abort ();
  errors (1000.0);
  if (errno != ERANGE)
    __builtin_abort ();
  errno = 0;
  errors (-3.0);
  if (errno != EDOM)
    __builtin_abort ();
  errno = 0;
  root (__builtin_nan (""));
  if (errno)
    __builtin_abort ();
  return 0;
}


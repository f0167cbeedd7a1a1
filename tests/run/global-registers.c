/* { dg-options "-ffixed-s3" } */
/* Registers that are variables of all functions: what one function writes another reads, and none saves them. */
#include <stdio.h>

register long counter __asm__ ("s2");
register double scale __asm__ ("fs4");

__attribute__ ((noipa)) static void
count (int by)
{
  counter += by;
}

__attribute__ ((noipa)) static double
scaled (double x)
{
  return x * scale;
}

/* Wants many registers. */
__attribute__ ((noipa)) static long
busy (long *p)
{
  long a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7];
  count (1);
  long sum = a * b + c * d + e * f + g * h;
  count (2);
  return sum + a + b + c + d + e + f + g + h + counter;
}

int
main (void)
{
  long values[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  long saved = counter;
  double scale_saved = scale;
  counter = 10;
  scale = 2.5;
  for (int i = 0; i < 4; i++)
    count (i);
  long sum = busy (values);
  long counted = counter;
  double product = scaled (4.0);
  counter = saved;
  scale = scale_saved;
  printf ("%ld %ld %g\n", counted, sum, product);
  return 0;
}

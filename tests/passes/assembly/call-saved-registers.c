/* { dg-do run } */
/* { dg-options "-O2 -fcall-saved-t4 -fcall-used-s4" } */
/* Calls leave t4 as it was and may change s4, whatever the ABI says: functions save what they use of the one, and keep
   nothing in the other. */
#include <stdlib.h>

/* Wants more registers than there are. */
__attribute__ ((noipa)) long
busy (long *p)
{
  long sum = 0;
  for (int i = 0; i < 3; i++)
    {
      long a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7];
      long k = a * b, l = c * d, m = e * f, n = g * h, o = a * h, q = b * g, r = c * f, s = d * e;
      sum += (k ^ l) + (m ^ n) + (o ^ q) + (r ^ s) + a * k + b * l + c * m + d * n + e * o + f * q + g * r + h * s;
      p[i] = sum;
    }
  return sum;
}

__attribute__ ((noipa)) static void
change (void)
{
  __asm__ volatile ("li s4, 77" : : : "s4");
}

/* Keeps as much as there is room for. */
__attribute__ ((noipa)) static long
keeps (long *p)
{
  long a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7];
  long i = a + h, j = b + g, k = c + f, l = d + e;
  change ();
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + i * j + k * l;
}

int
main (void)
{
  long values[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  long t4;
  long sum;
  __asm__ volatile ("mv a0, %2\n\tli t4, 1234\n\tcall busy\n\tmv %0, a0\n\tmv %1, t4"
                    : "=&r" (sum), "=&r" (t4) : "r" (values)
                    : "memory", "ra", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7",
                      "t0", "t1", "t2", "t3", "t4", "t5", "t6", "s4");
  long kept = keeps (values);
  if (sum != 907271456000 || t4 != 1234 || kept != 10888384265852)
    abort ();
  /* What called this may rely on s4. */
  exit (0);
}

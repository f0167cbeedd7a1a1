/* { dg-do run } */
/* { dg-options "-O2 -fchecking" } */

/* A short constant that takes two instructions is made in a whole register, for an `asm` as well. */
static inline void store (unsigned short value, volatile void *to)
{
  __asm__ volatile ("sh %0, 0(%1)" : : "r" (value), "r" (to) : "memory");
}

__attribute__ ((noipa)) void all (unsigned short *p)
{
  store (0x1005, p);
  store (0x8005, p + 1);
  store (5, p + 2);
  __asm__ volatile ("sh %0, 0(%1)" : : "r" ((short) -32767), "r" (p + 3) : "memory");
}

int main (void)
{
  unsigned short p[4];
  all (p);
  return p[0] != 0x1005 || p[1] != 0x8005 || p[2] != 5 || p[3] != 0x8001;
}

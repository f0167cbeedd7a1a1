/* Where size matters and not all find a register, what is referred to most is in one that short forms of loads and stores
   know.  */
/* { dg-do compile } */
/* { dg-options "-Os" } */

struct state { struct state *next; long value[8]; };
long a (struct state *, long), b (struct state *, long, long);

#define STEP(n)							\
  case n:							\
    {								\
      long r = a (l, n), s = a (l, r), t = a (l, s), u = a (l, t), v = a (l, u), w = a (l, v), q = a (l, w);	\
      long c = b (l, r, s), d = b (l, t, u), e = b (l, v, w), f = b (l, q, c), g = b (l, d, e);		\
      x += a (l, r * s * t * u + n) + a (l, v * w * q * c) + a (l, d * e * f * g) + (r ^ t ^ v ^ q ^ d ^ f ^ s ^ u ^ w ^ c ^ e ^ g);		\
      break;							\
    }

long
run (struct state *l, const unsigned char *p)
{
  long x = 0;
  for (;;)
    switch (*p++)
      {
      STEP (0) STEP (1) STEP (2) STEP (3) STEP (4) STEP (5) STEP (6) STEP (7)
      default: return x;
      }
}

/* { dg-final { scan-assembler {\tmv\ts0,a0\n} } } */

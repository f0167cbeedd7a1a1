/* What is referred to all over a function takes a register from what is referred to twice, though that lives for a short while
   only: it is not read back from memory for every call.  */
/* { dg-do compile } */
/* { dg-options "-Os" } */

struct state;
long a (struct state *, long), h (long);

#define CALLS(n) case n: x = a (l, h (h (h (h (h (x + n)))))); break;

long
run (struct state *l, const unsigned char *p)
{
  long x = 0;
  for (;;)
    switch (*p++)
      {
      CALLS (0) CALLS (1) CALLS (2) CALLS (3) CALLS (4) CALLS (5) CALLS (6) CALLS (7) CALLS (8)
      case 9:
	{
	  long b = h (1), c = h (2), d = h (3), e = h (4), f = h (5), g = h (6), i = h (7), j = h (8), k = h (9), m = h (10),
	       n = h (11), o = h (12), q = h (13);
	  x += h (b) - h (c) + h (d) - h (e) + h (f) - h (g) + h (i) - h (j) + h (k) - h (m) + h (n) - h (o) + h (q);
	  break;
	}
      default: return x;
      }
}

/* { dg-final { scan-assembler {run:\n(?:\t[^\n]*\n)*\tmv\ts\d+,a0\n} } } */

/* A union has one structure at its start and in another member after something: parts of each are put back where they lie.  */
#include <stdio.h>

struct inner { double d[3]; char c; unsigned u[2]; };
struct outer { unsigned n; struct inner in; };
union both { struct inner at_start; struct outer behind; };

static __attribute__ ((noipa)) unsigned
f (union both *q, union both *o)
{
  union both b = *q;
  unsigned sum = 0;
  for (int i = 0; i < 3; i++)
    sum += b.behind.in.u[0] + (unsigned) b.behind.in.d[0];
  b.at_start = b.at_start;
  *o = b;
  return sum;
}

int
main (void)
{
  union both a = { .behind = { 1, { { 2, 3, 4 }, 5, { 6, 7 } } } }, r;
  unsigned sum = f (&a, &r);
  printf ("%u %u %g %g %g %d %u %u\n", sum, r.behind.n, r.behind.in.d[0], r.behind.in.d[1], r.behind.in.d[2], r.behind.in.c,
	  r.behind.in.u[0], r.behind.in.u[1]);
}

/* Bit-fields in units of their own, in pieces, beside other members and in unions: only their bits change. */
#include <stdio.h>
#include <string.h>

struct spread { int a; char b; unsigned c : 3; unsigned d : 9; int e : 12; };
struct after_gap { char c; int : 6; int f : 5; };
struct packed { unsigned a : 3; int b : 13; unsigned long c : 40; char k; int i; short s; float f; double d; } __attribute__ ((packed));
struct wide { long a : 40; unsigned long b : 24; unsigned long whole : 64; };
union all { int i; unsigned b : 7; struct { unsigned lo : 16, hi : 16; } p; };
struct nested { struct spread s; union all u; struct packed p; };

static void
show (const char *what, const void *object, int size)
{
  const unsigned char *at = object;
  printf ("%s ", what);
  while (size--)
    printf ("%02x", *at++);
  printf ("\n");
}

#define FILL(object) memset (&(object), 0xa5, sizeof (object))

static struct nested several[3];
static volatile struct spread careful;

static void
set (struct nested *n, long x)
{
  n->s.c = x;
  n->s.d = x >> 1;
  n->s.e = x >> 2;
  n->u.b = x;
  n->u.p.hi = x;
  n->p.a = x;
  n->p.b = x >> 3;
  n->p.c = x * 1234567;
  n->p.i = x;
  n->p.s = x;
  n->p.f = x;
  n->p.d = x;
}

static long
sum (const struct nested *n)
{
  return n->s.c + n->s.d + n->s.e + n->u.b + n->u.p.hi + n->p.a + n->p.b + n->p.c + n->p.i + n->p.s + (long) n->p.f
	 + (long) n->p.d;
}

int
main (void)
{
  long values[] = { 0, 1, -1, 0x5a5a5a5a, -12345 };
  for (int i = 0; i < 5; i++)
    {
      long x = values[i];
      struct after_gap gap;
      struct wide wide;
      FILL (several);
      FILL (gap);
      FILL (wide);
      set (&several[i % 3], x);
      several[(i + 1) % 3].p.b = x;
      several[(i + 1) % 3].s.e += x;
      gap.f = x;
      wide.a = x * 99999;
      wide.b = x;
      wide.whole = x;
      careful.d = x;
      careful.e = careful.d;
      show ("several", several, sizeof several);
      show ("gap", &gap, sizeof gap);
      show ("wide", &wide, sizeof wide);
      printf ("%ld %d %ld %ld %d %d\n", sum (&several[i % 3]), gap.f, (long) wide.a, (long) wide.b, careful.d, careful.e);
      if (several[i % 3].s.c == 1 || gap.f < 0)
	printf ("so\n");
    }
  return 0;
}

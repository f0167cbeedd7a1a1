/* A store of the same bytes as another type: what is read as that type afterwards is what it stored.  */
#include <stdio.h>

union number { long long i; long f; };
union narrow { long long i; int f; };
struct wide { struct { union narrow u; } a; };
struct wide2 { struct { union narrow u; } b; };
struct inner { union number u; };
struct outer { struct inner a; };
struct inner2 { union number u; };
struct outer2 { struct inner2 b; };

__attribute__ ((noipa)) static long through_unions (struct outer2 *result, void *place)
{
  struct outer *a = place;
  struct outer2 *b = place;
  result->b.u.f = 1;
  a->a.u.i = 0;
  b->b.u.f = 0;
  return result->b.u.f;
}

/* The second store of zeros is of a part of what the first has written.  */
__attribute__ ((noipa)) static int through_parts (struct wide2 *result, void *place)
{
  struct wide *a = place;
  struct wide2 *b = place;
  result->b.u.f = 1;
  a->a.u.i = 0;
  b->b.u.f = 0;
  return result->b.u.f;
}

__attribute__ ((noipa)) static float through_arrays (float *result, void *place)
{
  struct { int x[4]; } *a = place;
  float *b = place;
  *result = 1;
  __builtin_memset (a, 0, sizeof *a);
  a->x[0] = 0;
  *b = 0;
  return *result;
}

int main (void)
{
  union { struct outer a; struct outer2 b; } v;
  union { struct wide a; struct wide2 b; } w;
  float *p = __builtin_malloc (16);
  printf ("%d ", through_parts (&w.b, &w));
  printf ("%ld %g\n", through_unions (&v.b, &v), (double) through_arrays (p, p));
  return 0;
}

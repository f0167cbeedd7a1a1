/* Loads and stores keep their order wherever they may be of the same bytes, whatever the scheduler makes of them.  */
#include <stdio.h>
#include <string.h>

union both { int i; float f; short h[2]; };
struct pair { int a; long b; };

__attribute__ ((noinline)) int by_union (union both *u, int k)
{
  u->i = 0x40490fdb;
  float f = u->f;
  u->h[k] = 7;
  return (int) (f * 1000) + u->i;
}

__attribute__ ((noinline)) long by_parts (struct pair *p, struct pair *q, long *b, int *a)
{
  *b = 5;
  *p = *q;
  long x = *b;
  *a = 9;
  *b = x + p->a;
  return p->b + *a + q->b;
}

__attribute__ ((noinline)) int by_bytes (unsigned char *c, int *i)
{
  *i = 0x01020304;
  c[1] = 9;
  int x = *i;
  c[0] = 1;
  return x + *i;
}

__attribute__ ((noinline)) int stops (int *p, int n)
{
  int old = *p;
  *p = n;
  if (n == old)
    return -1;
  printf ("%d\n", *p);
  return old;
}

__attribute__ ((noinline)) int shared (int n)
{
  int r = 0;
  { int x[4]; memset (x, n, sizeof x); int *p = x + (n & 3); *p = 3; r += x[1]; }
  { long y[2]; y[0] = n; long *q = y + (n & 1); *q = 11; r += y[0] + (n & 1); y[1] = r; r += y[1]; }
  return r;
}

int main (void)
{
  union both u;
  struct pair p = { 1, 2 }, q = { 3, 4 };
  int i, k = 1;
  printf ("%d\n", by_union (&u, 1));
  printf ("%ld\n", by_parts (&p, &q, &q.b, &p.a));
  printf ("%ld\n", by_parts (&p, &p, &p.b, &q.a));
  printf ("%d\n", by_bytes ((unsigned char *) &i, &i));
  printf ("%d\n", stops (&k, 1));
  printf ("%d\n", stops (&k, 2));
  printf ("%d\n", shared (2));
  return 0;
}

/* Stores through pointers that come to what they point to on all kinds of ways. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define APART __attribute__ ((noinline, noclone))

union word { long l; int *p; char bytes[8]; };
struct pair { int *first; long tag; int *second; };
struct holder { struct pair pairs[2]; int *last; };
typedef long longs __attribute__ ((vector_size (16)));

int *kept;
struct pair shared;

APART void hide (void *p) { asm volatile ("" : : "r" (p) : "memory"); }
APART void *same (void *p) { asm volatile ("" : "+r" (p)); return p; }
APART void keep (int *p) { kept = p; }
APART void store_kept (int v) { *kept = v; }
APART __attribute__ ((pure)) int peek (int **p) { return **p; }
APART __attribute__ ((pure)) int *pick (int *a, int *b) { return *a < *b ? a : b; }
APART __attribute__ ((malloc)) int **filled (void) { int **p = malloc (sizeof *p); *p = kept; return p; }
APART void set (struct pair *p) { *p->second = 71; }

APART static int
through_integer (int n)
{
  int x = 1, y = 2;
  long a = (long) &x, b = (long) &y;
  int *p = (int *) (n ? a : b);
  *p = 10;
  int *q = (int *) ((a & ~7L) | (a & 7));
  *q += 5;
  return x * 100 + y;
}

APART static int
through_union (int n)
{
  int x = 1, y = 2;
  union word u, v;
  u.p = n ? &x : &y;
  for (int i = 0; i < 8; i++)
    v.bytes[i] = u.bytes[i];
  *v.p = 20;
  union word w;
  w.l = u.l + 0 * n;
  *w.p += 1;
  return x * 100 + y;
}

APART static int
through_copies (int n)
{
  int x = 1, y = 2, z = 3;
  struct holder h, g;
  memset (&h, 0, sizeof h);
  h.pairs[0].first = &x;
  h.pairs[n].second = &y;
  h.last = &z;
  memcpy (&g, &h, sizeof g);
  *g.pairs[1].second = 30;
  *g.last = 40;
  struct pair p = g.pairs[0];
  *p.first = 50;
  struct holder *at = &g;
  int **some = (int **) ((char *) at + n * (int) sizeof (struct holder) - 8 * n);
  **some += 1;
  return x * 10000 + y * 100 + z;
}

APART static int
through_escape (void)
{
  int x = 1, y = 2;
  keep (&x);
  int before = x;
  store_kept (60);
  shared.second = &y;
  set (&shared);
  return before * 10000 + x * 100 + y;
}

APART static int
through_pure (int n)
{
  int x = 5, y = 6, *p = &x;
  int a = peek (&p);
  p = &y;
  int b = peek (&p);
  *pick (&x, &y) = 9;
  return a * 1000 + b * 100 + x * 10 + y + n;
}

APART static int
last_call (int n)
{
  int x = n, *p = &x;
  return peek (&p);
}

APART static int
through_fresh (void)
{
  int x = 1;
  keep (&x);
  int **p = filled ();
  **p = 80;
  free (p);
  int **q = calloc (2, sizeof *q);
  q[1] = &x;
  q = realloc (q, 4 * sizeof *q);
  *q[1] += 1;
  free (q);
  return x;
}

APART static int
through_varargs (int n, ...)
{
  va_list list;
  va_start (list, n);
  int sum = 0;
  while (n--)
    {
      int *p = va_arg (list, int *);
      sum += *p;
      *p = sum;
    }
  va_end (list);
  return sum;
}

APART static int
through_asm (void)
{
  int x = 1, y = 2, *p, *q;
  asm volatile ("" : "=r" (q) : "0" (&y));
  *q = 90;
  asm volatile ("" : "=r" (p) : "0" (&x));
  *p += 1;
  return x * 100 + y;
}

APART static int
through_vector (void)
{
  int x = 1, y = 2;
  longs v = { (long) &x, (long) &y };
  longs w = __builtin_shuffle (v, (longs) { 1, 0 });
  *(int *) w[0] = 7;
  *(int *) w[1] = 8;
  return x * 10 + y;
}

APART static int
through_nested (int n)
{
  int x = 1, *p = 0;
  void point (void) { p = n ? &x : p; }
  int deep (int k) { if (k) return deep (k - 1); *p = 33; return *p; }
  point ();
  int before = x;
  deep (3);
  return before * 100 + x;
}

APART static int
through_recursion (int n, int *from)
{
  int x = n;
  if (n == 0)
    {
      *from = 44;
      return *from;
    }
  int r = through_recursion (n - 1, &x);
  *from += x;
  return r + x;
}

APART static int
past_the_end (int n)
{
  struct { int a[2]; int *p; int *q; } s;
  int x = 1, y = 2;
  s.p = &x;
  s.q = &y;
  int **at = &s.p;
  at += n;
  **at = 55;
  int **end = &s.q + 1;
  *end[-1] += 1;
  return x * 100 + y;
}

APART static int
restricted (int *restrict p, int *q, int **restrict pp)
{
  int *inner = *pp;
  *p = 1;
  *q = 2;
  *inner = 3;
  return *p + *q * 10;
}

int
main (void)
{
  int a = 1, b = 2, c = 3, *pc = &c;
  printf ("%d %d\n", through_integer (1), through_integer (0));
  printf ("%d %d\n", through_union (1), through_union (0));
  printf ("%d\n", through_copies (1));
  printf ("%d %d %d\n", through_escape (), through_pure (0), last_call (17));
  printf ("%d\n", through_fresh ());
  printf ("%d", through_varargs (3, &a, &b, &c));
  printf (" %d %d %d\n", a, b, c);
  printf ("%d %d %d\n", through_asm (), through_vector (), through_nested (1));
  printf ("%d", through_recursion (3, &a));
  printf (" %d\n", a);
  printf ("%d %d\n", past_the_end (0), past_the_end (1));
  printf ("%d", restricted (&a, &b, &pc));
  printf (" %d\n", c);
  hide (same (&a));
  return 0;
}

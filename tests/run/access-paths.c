/* Accesses that types tell apart, and accesses that they do not. */
#include <stdio.h>
#include <string.h>

struct A { int i, j; };
struct B { struct A a; int k; };
struct N { struct N *next; struct A a[3]; int last; };
union U { struct A a; int words[2]; float f; };
typedef int __attribute__ ((may_alias)) loose;

#define APART __attribute__ ((noinline, noclone))

static APART int whole (struct A *p, struct B *q) { p->i = 1; q->a.i = 2; return p->i; }
static APART int copy (struct A *p, struct B *q, struct B *r) { p->j = 1; *q = *r; return p->j; }
static APART int at_index (struct N *p, struct N *q, int m, int n)
{
  p->a[m].i = 1;
  q->a[n].i = 2;
  return p->a[m].i;
}
static APART int chain (struct N *p, struct N *q)
{
  p->last = 1;
  q->next->last = 2;
  return p->last;
}
static APART int punned (union U *p, union U *q) { p->a.j = 1; q->words[1] = 2; return p->a.j; }
static APART int by_bytes (struct A *p, char *q) { p->i = 1; memset (q, 0, 4); return p->i; }
static APART int by_alias (struct B *p, loose *q) { p->k = 1; *q = 2; return p->k; }
static APART int same_array (struct A (*p)[3], struct A (*q)[3], int m)
{
  (*p)[m].i = 1;
  (*q)[m + 1].i = 2;
  return (*p)[m].i;
}
static APART float bits (int j) { union U u; u.words[0] = j; return u.f; }
static APART unsigned negative (int j) { union { int i; unsigned u; } v; v.i = j; return v.u / 2; }

int main (void)
{
  struct B b = { { 0, 0 }, 0 }, c = { { 5, 6 }, 7 };
  printf ("%d %d\n", whole (&b.a, &b), copy (&b.a, &b, &c));
  struct N n = { 0 }, m = { &n };
  printf ("%d %d %d\n", at_index (&n, &n, 1, 1), at_index (&n, &n, 1, 2), chain (&n, &m));
  union U u;
  printf ("%d %d %d\n", punned (&u, &u), by_bytes (&b.a, (char *) &b), by_alias (&b, &b.k));
  struct A arrays[2][3];
  printf ("%d %d\n", same_array (arrays, arrays, 0), same_array (arrays, arrays, 1));
  printf ("%g %u\n", bits (0x40490fdb), negative (-2));
  return 0;
}

/* Structures of a register's size: bit-fields set and read, copied to and from memory, passed and returned, kept across calls and in
   loops, with floating-point members and in unions, cleared, partly set, and seen as something else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO __attribute__ ((noipa))

struct bits { unsigned a : 3, b : 11, c : 18; };
struct wide { long low : 20, mid : 24, high : 20; };
struct one { int x; };
struct word { long x; };
struct real { double x; };
struct small { float x; };
struct halves { short a, b; } __attribute__ ((aligned (4)));
struct mixed { float f; int i; } __attribute__ ((aligned (8)));
union view { unsigned u; float f; struct bits b; };
union deep { unsigned long u; double d; struct mixed m; struct { unsigned char c[8]; } s; };

NO struct bits make (unsigned a, unsigned b, int c) { struct bits r; r.a = a; r.b = b; r.c = c; return r; }
NO unsigned sum (struct bits s) { return s.a + s.b * 8 + s.c; }
NO struct bits next (struct bits s) { s.b++; s.a += s.b; if (s.a == 3) s.c ^= s.a; return s; }
NO struct wide spread (long x) { struct wide w = { 0 }; w.high = x; w.low = x >> 3; w.mid = w.low * 5; return w; }
NO long gather (const struct wide *p) { struct wide w = *p; w.mid++; return w.low + 3 * w.mid + 7 * w.high; }
NO struct one twice (struct one s) { s.x *= 2; return s; }
NO struct word kept (struct word *p) { struct word w = *p; struct word v = { 5 }; p->x = 0; if (w.x > 3) v = w; return v; }
NO struct real half (struct real s) { struct real t; t.x = s.x / 2; return t; }
NO struct small third (float x) { struct small s; s.x = x / 3; struct small t = s; t.x += 1; return t; }
NO struct halves cross (struct halves s) { struct halves t; t.a = s.b; t.b = s.a - 1; return t; }
NO struct mixed move (struct mixed m, int n) { struct mixed r = m; for (int i = 0; i < n; i++) { r.f += i; r.i -= i; } return r; }
NO unsigned seen (float f) { union view v; v.f = f; v.b.a = 5; return v.u; }
NO double deep (unsigned long u) { union deep d; d.u = u; d.s.c[7] ^= 0x40; d.m.i &= 0x7fffffff; return d.d; }
NO int many (int a, int b, int c, int d, int e, int f, int g, struct one h, struct one i, struct bits j) { return a + b + c + d + e + f + g + h.x * 2 + i.x * 3 + j.b; }
NO int chosen (int c, struct one *p, int n) { struct one s, t = { n }; for (int i = 0; i < n; i++) { if (c & i) s = p[i]; else s = t; t.x += s.x; p[i] = t; } return t.x; }
NO int copied (char *to, const char *from) { struct halves s; memcpy (&s, from, sizeof s); s.b = s.a * 2; memcpy (to, &s, sizeof s); return s.b; }
NO _Complex float swapped (_Complex float z) { return __imag__ z + __real__ z * 1.0fi; }
NO _Complex double scaled (_Complex double z, int n, _Complex float w) { z = z * n + w; return n > 2 ? z : -z; }
NO double parts (_Complex double a, _Complex double b, _Complex double c, _Complex double d, _Complex double e) { return __real__ a + 2 * __imag__ b + 3 * __real__ c + 4 * __imag__ d + 5 * __real__ e + 6 * __imag__ e; }
struct list { int p; struct list *n; };
NO struct list *sorted (struct list *x)
{
  struct list *odd = 0, **po = &odd, *even = 0, **pe = &even;
  for (; x; x = x->n)
    if (x->p & 1)
      { *po = x; po = &x->n; }
    else
      { *pe = x; pe = &x->n; }
  *po = even;
  *pe = 0;
  return odd;
}
NO int order (const void *a, const void *b) { const struct one x = *(const struct one *) a, y = *(const struct one *) b; return x.x < y.x ? -1 : x.x > y.x; }

int main (void)
{
  struct bits b = make (9, 5000, -7);
  printf ("%d %d %d %u\n", b.a, b.b, b.c, sum (b));
  for (int i = 0; i < 6; i++)
    b = next (b);
  printf ("%d %d %d %u\n", b.a, b.b, b.c, sum (b));
  struct wide w = spread (-123456);
  printf ("%ld %ld %ld %ld\n", (long) w.low, (long) w.mid, (long) w.high, gather (&w));
  struct one o = twice ((struct one) { -21 });
  struct word d = { 9 }, e = kept (&d), g = kept (&d);
  printf ("%d %ld %ld %ld\n", o.x, e.x, g.x, d.x);
  struct real r = half ((struct real) { 5 });
  struct small s = third (6);
  struct halves h = cross ((struct halves) { 32767, -5 });
  struct mixed m = move ((struct mixed) { 1.5f, 100 }, 5);
  printf ("%g %g %d %d %g %d\n", r.x, s.x, h.a, h.b, m.f, m.i);
  printf ("%x %g\n", seen (1.0f), deep (0xbff8000000000000));
  printf ("%d\n", many (1, 2, 3, 4, 5, 6, 7, o, (struct one) { 8 }, b));
  struct one list[8] = { { 3 }, { 1 }, { 4 }, { 1 }, { 5 }, { 9 }, { 2 }, { 6 } };
  qsort (list, 8, sizeof *list, order);
  printf ("%d %d %d\n", list[0].x, list[7].x, chosen (5, list, 8));
  char raw[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  int copy = copied (raw + 3, raw + 1);
  printf ("%d %d %d\n", copy, raw[3], raw[6]);
  _Complex float z = swapped (1.5f - 2.5fi);
  _Complex double y = scaled (2 + 3i, 3, z), x = scaled (2 + 3i, 1, z);
  printf ("%g %g %g %g %g %g\n", __real__ z, __imag__ z, __real__ y, __imag__ y, __real__ x, __imag__ x);
  printf ("%g\n", parts (y, x, y * x, x - y, z));
  struct list l[4] = { { 4, l + 1 }, { 7, l + 2 }, { 6, l + 3 }, { 5, 0 } };
  for (struct list *p = sorted (l); p; p = p->n)
    printf ("%d ", p->p);
  printf ("\n");
  return 0;
}

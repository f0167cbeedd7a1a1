/* { dg-do run } */
/* { dg-options "-O2" } */

/* What is stored is right, whatever it is beside. */
struct b { unsigned x : 3, y : 2, z : 3; int w : 24; };
struct s { char a, b, c, d; short e, f; int g; long h; };
struct v { unsigned a : 5, b : 11; unsigned : 0; unsigned c : 7; char d; unsigned e : 30, f : 20; };
union u { struct s s; unsigned char bytes[24]; };
__attribute__ ((noipa)) void insert (struct b *p, int v, int w) { p->x = v; p->z = w; p->w = -v; }
__attribute__ ((noipa)) void keep (struct b *p) { p->x = 5; p->z = 1; }
__attribute__ ((noipa)) void constants (struct s *p) { p->d = 4; p->a = 1; p->c = -3; p->b = 2; p->f = -6; p->e = 5; p->g = 7; p->h = 8; }
__attribute__ ((noipa)) void twice (struct s *p) { p->e = 1; p->f = 2; p->e = 3; p->a = 9; p->b = 8; p->b = 7; }
__attribute__ ((noipa)) void copy (struct s *p, struct s *q) { p->a = q->a; p->b = q->b; p->c = q->c; p->d = q->d; p->e = q->e; p->f = q->f; p->g = q->g; p->h = q->h; }
__attribute__ ((noipa)) void bits (struct s *p, struct s *q)
{
  char a = ~(q->a ^ 1), b = q->b ^ 2, c = ~(q->c ^ 3), d = q->d ^ 4;
  p->a = a; p->b = b; p->c = c; p->d = d;
}
__attribute__ ((noipa)) void moved (struct s *p) { char a = p->a, b = p->b; p->c = a; p->d = b; }
__attribute__ ((noipa)) void apart (struct v *p, int x) { p->a = x; p->b = x; p->c = x; p->d = x; p->e = x; p->f = x; }
__attribute__ ((noipa)) void cleared (struct s *p) { *p = (struct s) { 0 }; p->a = 1; p->d = 2; p->g = 3; }
int main (void)
{
  struct b b = { 1, 2, 3, 4 };
  insert (&b, 13, 6);
  if (b.x != 5 || b.y != 2 || b.z != 6 || b.w != -13) __builtin_abort ();
  keep (&b);
  if (b.x != 5 || b.y != 2 || b.z != 1 || b.w != -13) __builtin_abort ();
  struct s s, t;
  constants (&s);
  if (s.a != 1 || s.b != 2 || s.c != (char) -3 || s.d != 4 || s.e != 5 || s.f != -6 || s.g != 7 || s.h != 8) __builtin_abort ();
  copy (&t, &s);
  if (t.a != 1 || t.b != 2 || t.c != (char) -3 || t.d != 4 || t.e != 5 || t.f != -6 || t.g != 7 || t.h != 8) __builtin_abort ();
  bits (&t, &s);
  if (t.a != (char) ~0 || t.b != 0 || t.c != (char) ~((char) -3 ^ 3) || t.d != 0 || t.e != 5) __builtin_abort ();
  twice (&t);
  if (t.e != 3 || t.f != 2 || t.a != 9 || t.b != 7 || t.d != 0 || t.g != 7) __builtin_abort ();
  moved (&t);
  if (t.a != 9 || t.b != 7 || t.c != 9 || t.d != 7) __builtin_abort ();
  struct v v;
  __builtin_memset (&v, -1, sizeof v);
  apart (&v, 0x2a5a5);
  if (v.a != 5 || v.b != 0x5a5 || v.c != 0x25 || (unsigned char) v.d != 0xa5 || v.e != 0x2a5a5 || v.f != 0x2a5a5) __builtin_abort ();
  cleared (&t);
  if (t.a != 1 || t.b || t.c || t.d != 2 || t.e || t.f || t.g != 3 || t.h) __builtin_abort ();
  return 0;
}


/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-cp -fno-strict-aliasing" } */
extern void abort (void);
union u { int i; float f; long l; };
struct bits { int a : 3; int b : 13; int c; };
struct odd { char c; int i __attribute__ ((packed)); short s[3]; _Complex float z; };

/* Unions, bit-fields, packed members, parts of complex numbers, and arrays: as parts, or as a whole. */
__attribute__ ((noinline)) static int by_union (union u *p) { return p->i; }
__attribute__ ((noinline)) static int two_ways (union u *p) { return p->i + (int) p->f; }
__attribute__ ((noinline)) static int union_value (union u u) { return u.i; }
__attribute__ ((noinline)) static int bits (struct bits *p) { return p->b + p->c; }
__attribute__ ((noinline)) static int packed (struct odd *p) { return p->i; }
__attribute__ ((noinline)) static int element (struct odd *p) { return p->s[1]; }
__attribute__ ((noinline)) static int variable (struct odd *p, int i) { return p->s[i]; }
__attribute__ ((noinline)) static float imaginary (struct odd p) { return __imag__ p.z + __real__ p.z; }
__attribute__ ((noinline)) static float as_float (int *p) { return *(float *) p; }
__attribute__ ((noinline)) static int offset (int *p) { return p[2]; }

int main (int argc, char **argv)
{
  union u u = { argc + 5 }, v;
  struct bits b = { 1, argc + 2, 4 };
  struct odd o = { 'x', argc + 8, { 1, 2, 3 }, 2.0f + 3.0fi };
  int a[3] = { 0, 0, 7 };
  v.f = 1.0f;
  if (by_union (&u) != 6 || two_ways (&u) != 6 || union_value (u) != 6 || bits (&b) != 7)
    abort ();
  if (packed (&o) != 9 || element (&o) != 2 || variable (&o, argc + 1) != 3 || imaginary (o) != 5.0f)
    abort ();
  if (as_float ((int *) &v) != 1.0f || offset (a) != 7)
    abort ();
  return 0;
}

/* Structures whose scalars are stored in the other order: what they hold, byte by byte, and what is read back. */
extern int printf (const char *, ...);
extern void *memset (void *, int, unsigned long);
extern void *memcpy (void *, const void *, unsigned long);
extern int memcmp (const void *, const void *, unsigned long);
#define BE __attribute__ ((scalar_storage_order ("big-endian")))
#define LE __attribute__ ((scalar_storage_order ("little-endian")))
#define NI __attribute__ ((noinline, noclone))
typedef int v4 __attribute__ ((vector_size (16)));
typedef enum { RED = 1, GREEN = 300 } colour;
struct native { int n; short m; };
struct BE all
{
  char c; short s; int i; long l; __int128 x; float f; double d; long double ld; _Bool b;
  colour e; _Complex float cf; _Complex int ci; void *p; v4 v; char str[4]; int arr[3];
  double da[2][2]; unsigned short w[4]; struct native n; struct native na[2]; struct BE { int q; } in, ia[2];
  volatile int vo;
};
struct BE bits
{
  unsigned a : 5; int b : 12; unsigned c : 1; unsigned : 3; unsigned long d : 40; _Bool e : 1; int f : 24;
  unsigned char g; unsigned h : 8; int i : 16; colour j : 10; long k : 64; unsigned : 0; signed char l : 3;
};
struct BE __attribute__ ((packed)) tight
{
  char c; unsigned a : 3; int b : 31; unsigned long d : 63; unsigned e : 17; int i; double f; long g : 61; unsigned h : 20;
};
union BE mixed { unsigned u; struct BE { unsigned char b0, b1; unsigned short h; } s; unsigned a : 4; unsigned b : 12; float f; };
#pragma scalar_storage_order big-endian
struct by_pragma { int a; short b : 9; };
#pragma scalar_storage_order little-endian
struct by_pragma_le { int a; short b : 9; };
#pragma scalar_storage_order default
struct by_default { int a; short b : 9; };
typedef struct native native_be BE;
struct one_float { float f; } BE;
struct float_and_int { float f; int i; } BE;
struct float_and_bits { double d; int i : 20; } BE;

static void dump (const char *name, const void *p, unsigned long n)
{
  const unsigned char *b = p;
  printf ("%s:", name);
  for (unsigned long i = 0; i < n; i++) printf (" %02x", b[i]);
  printf ("\n");
}
#define DUMP(x) dump (#x, &x, sizeof x)

/* (Of vectors, whose order never changes, GCC writes initialisers in the other order.) */
struct all ga = { 'a', -2, 3, 4, 5, 6.5f, -7.25, 8.0L, 1, GREEN, 9.0f, { 10 }, 0, { 0 }, "str", { 15, 16, 17 },
  { { 18, 19 }, { 20, 21 } }, { 1, 2, 3, 4 }, { 22, 23 }, { { 24, 25 }, { 26, 27 } }, { 28 }, { { 29 }, { 30 } }, 31 };
const struct bits gb = { 21, -1234, 1, 0x123456789aUL, 1, -77, 200, 201, -3003, GREEN, -5L, -2 };
static const struct tight gt = { 'x', 5, -123456789, 0x123456789abcdefUL, 99999, -42, 3.5, -1234567890123L, 987654 };
union mixed gu = { 0x01020304 }, gv = { .b = 0xabc };
struct by_pragma gp = { 1, -2 }; struct by_pragma_le gl = { 1, -2 }; struct by_default gd = { 1, -2 };
static const struct BE { double d; float f; } nans = { 7.29122019556397e-304, 5.7e-41f };
static const struct BE { _Complex float z; } zs = { 1.0f + 2.0fi };
struct BE flexible { short n; int list[]; } gf = { 2, { 3, 4 } };

NI void set (struct all *s, int k)
{
  s->c = k; s->s = k + 1; s->i = k + 2; s->l = (long) k << 33; s->x = (__int128) k << 70; s->f = k; s->d = k + 0.5; s->ld = k * 3;
  s->b = k; s->e = k ? GREEN : RED; s->cf = k; __imag__ s->cf = 2; s->ci = k; __real__ s->ci += 5; s->p = s; s->v[k & 3] = k;
  s->str[1] = k; s->arr[k & 1] = k; s->da[k & 1][1] = k; s->w[2] = k; s->n.n = k; s->na[1].m = k; s->in.q = k; s->ia[k & 1].q = k;
  s->vo = k; s->vo++;
}
NI long sum (const struct all *s)
{
  long t = s->c + s->s + s->i + (s->l >> 33) + (long) (s->x >> 70) + s->f + s->d + s->ld + s->b + s->e;
  t = t * 3 + __real__ s->cf + __imag__ s->cf * 2 + __real__ s->ci + (s->p == s) + s->v[1] + s->str[1] + s->arr[1];
  return t * 3 + s->da[1][1] + s->w[2] + s->n.n + s->na[1].m + s->in.q + s->ia[1].q + s->vo;
}
NI int step (struct all *s)
{
  int r = s->i++; r += ++s->s; r -= s->l--; s->f++; s->d -= 2; s->i += s->arr[2]; s->i <<= 2; s->x *= 3; s->b |= 0; s->w[0] ^= 0x1234;
  r += (s->i = 77) + (s->s = 70000) + (s->c = 400);
  return r + s->i + s->s + (int) s->f;
}
NI void setb (struct bits *s, long k)
{
  s->a = k; s->b = -k; s->c = k; s->d = k << 7; s->e = k & 1; s->f = k * 100; s->g = k; s->h = k + 1; s->i = -k; s->j = RED; s->k = k; s->l = -1;
  s->a++; --s->b; s->d += 5; s->f |= 1; s->i *= 2;
}
NI long sumb (const struct bits *s)
{
  return s->a + s->b * 3L + s->c * 5 + s->d * 7 + s->e * 11 + s->f * 13L + s->g * 17 + s->h * 19 + s->i * 23 + s->j * 29 + s->k * 31 + s->l * 37;
}
NI int tests (const struct bits *s) { return (s->a == 21 && s->b == -1234) + 2 * (s->c && s->e) + 4 * (s->j == GREEN) + 8 * (s->f != -77); }
NI int same (const struct bits *s, const struct bits *t) { return s->a == t->a && s->b == t->b && s->d == t->d; }
NI void sett (struct tight *s, long k)
{
  s->a = k; s->b = -k; s->d = k * 12345; s->e = k; s->i = k; s->f = k; s->g = -k; s->h = k * 3; s->b++; s->g += s->d & 15; s->e--;
}
NI long sumt (const struct tight *s) { return s->a + s->b * 3L + s->d * 5 + s->e * 7 + s->i * 11L + (long) (s->f * 13) + s->g * 17 + s->h * 19; }
NI int pun (unsigned k) { union mixed u; u.u = k; return u.s.b0 + u.s.b1 * 256 + u.s.h * 65536; }
NI unsigned halves (unsigned k) { union mixed u; u.u = k; u.s.h += 1; u.a ^= 3; return u.u + u.b; }
NI struct one_float f1 (struct one_float a, struct one_float b) { a.f += b.f; return a; }
NI struct float_and_int f2 (struct float_and_int a) { a.f *= 2; a.i *= 3; return a; }
NI struct float_and_bits f3 (struct float_and_bits a) { a.d *= 2; a.i *= 3; return a; }
NI struct all copy (struct all a) { struct all b = a; b.i += b.arr[0]; return b; }
NI int locals (int k)
{
  struct all a = { .i = k, .f = k, .arr = { [1] = k }, .da = { { 1 }, { k } }, .in = { k }, .cf = k + 2.0fi };
  struct bits b = { .a = k, .d = k, .b = 3 };
  struct tight t = { .a = k, .d = k, .b = 3 };
  struct by_pragma p[3] = { { k, 1 }, [2] = { 5, k } };
  a = (struct all) { .i = a.i + k, .f = a.f, .arr = { 1, 2, a.arr[1] }, .s = a.da[1][0] };
  return a.i + (int) a.f * 3 + a.arr[2] * 5 + a.s * 7 + b.a + b.d * 3 + b.b + t.a + t.d + t.b + p[0].a + p[2].b * 3 + p[1].a;
}
NI int loop (struct all *s) { int t = 0; for (int i = 0; i < 3; i++) { s->arr[i] += i; t += s->arr[i] * (i + 1); } return t; }
NI int through_asm (struct all *s)
{
  int k;
  __asm__ volatile ("" : "=r" (s->i) : "0" (s->arr[1]));
  __asm__ volatile ("" : "+r" (s->i));
  __asm__ ("" : "=r" (k) : "0" (s->s));
  return s->i + k;
}
NI int raw (struct all *s) { unsigned char b[4]; memcpy (b, &s->arr, 4); return b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]; }
NI int typed (struct all *s) { __typeof__ (s->arr) *p = &s->arr; (*p)[1] = 5; return (*p)[1] + s->arr[1]; }
NI int chosen (struct all *s, struct all *t, int k) { return (k ? s : t)->i + (k ? s->s : t->c); }
NI int nested (struct all *s) { int g (int k) { s->i += k; return s->i; } return g (3) + g (4); }

int main (void)
{
  struct all a, b; struct bits c, c2; struct tight t; native_be n = { 0 };
  memset (&a, 0, sizeof a); memset (&b, 0, sizeof b); memset (&c, 0, sizeof c); memset (&t, 0, sizeof t); memset (&c2, 0, sizeof c2);
  DUMP (ga); DUMP (gb); DUMP (gt); DUMP (gu); DUMP (gv); DUMP (gp); DUMP (gl); DUMP (gd); DUMP (nans); DUMP (zs); dump ("gf", &gf, 12);
  set (&a, 7); a.p = 0; DUMP (a); a.p = &a; printf ("%ld\n", sum (&a)); printf ("%d\n", step (&a)); a.p = 0; DUMP (a);
  set (&b, 0); b.p = 0; DUMP (b); b = copy (a); DUMP (b);
  setb (&c, 0x1234567); DUMP (c); printf ("%ld %ld\n", sumb (&c), sumb (&gb));
  printf ("%d %d %d\n", tests (&c), tests (&gb), same (&c, &gb)); c2 = c; printf ("%d\n", same (&c, &c2));
  sett (&t, 0x12345678); DUMP (t); printf ("%ld %ld\n", sumt (&t), sumt (&gt));
  printf ("%x %x\n", pun (0x01020304), halves (0x12345678));
  struct one_float o = { 1.5f }; o = f1 (o, o); DUMP (o); printf ("%f\n", o.f);
  struct float_and_int fi = { 1.25f, 7 }; fi = f2 (fi); DUMP (fi); printf ("%f %d\n", fi.f, fi.i);
  struct float_and_bits fb = { 1.25, 7 }; fb = f3 (fb); printf ("%f %d\n", fb.d, fb.i);
  printf ("%d %d\n", locals (5), locals (-1)); printf ("%d\n", loop (&b)); printf ("%d %d\n", through_asm (&b), raw (&b));
  printf ("%d %d %d %d\n", typed (&b), chosen (&a, &b, 1), chosen (&a, &b, 0), nested (&a));
  n.n = 5; n.m = 6; DUMP (n); printf ("%g %g\n", nans.d, nans.f);
  printf ("%d\n", gp.a + gp.b + gl.a + gl.b + gd.a + gd.b + gf.list[1]);
  return 0;
}

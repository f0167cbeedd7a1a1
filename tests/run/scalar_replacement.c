/* Parts of aggregates that get variables of their own, in every way that statements use aggregates. */

int printf (const char *, ...);
void abort (void);

struct s { int a, b; };
struct n { int i; struct s s; double d; };
struct bits { unsigned x : 3, y : 5; int z; };
struct chars { char c[4]; short h; };
union u { float f; int i; struct { short l, h; } p; };
union big { long l; struct s s; double d; };
struct packed { char c; int i; } __attribute__ ((packed));
struct cplx { _Complex double c; int k; };

static struct s keep;

__attribute__ ((noipa)) struct s get (int k) { struct s r = { k, k * 2 }; return r; }
__attribute__ ((noipa)) int sum (struct s x) { return x.a * 10 + x.b; }
__attribute__ ((noipa)) void change (struct s *p) { p->a += 1; p->b += 2; }

/* Written in parts, passed as a whole, and the other way round. */
__attribute__ ((noipa)) int
whole (int k)
{
  struct s x = get (k), y;
  x.a++;
  y = x;
  y.b += sum (x);
  x = y;
  return sum (x) + y.b;
}

/* A copy of a copy of part of another. */
__attribute__ ((noipa)) int
copies (struct s *p, int k)
{
  struct n x, y;
  x.s = *p;
  x.i = k;
  x.d = k + 0.5;
  y = x;
  y.s.a = 7;
  *p = y.s;
  return x.s.a + y.s.b + (int) (y.d * 2);
}

/* Parts of which some are never read, some never written. */
__attribute__ ((noipa)) int
holes (int k)
{
  struct n x, y;
  x.s.b = k;
  y = x;
  y.i = 3;
  x = y;
  return x.s.b + x.i;
}

/* Bytes seen as something else. */
__attribute__ ((noipa)) int
views (float f, long l)
{
  union u u;
  union big b, c;
  u.f = f;
  int r = u.i + u.p.h;
  u.p.l = 3;
  r += u.i;
  b.l = l;
  c = b;
  c.s.a = 5;
  return r + c.s.b + (int) c.l + b.s.a;
}

/* A loop around, and a branch of which one side writes the whole. */
__attribute__ ((noipa)) int
flow (struct s x, int n)
{
  struct s y, z = { 0, 1 };
  for (int i = 0; i < n; i++)
    {
      if (i & 1)
        y = x;
      else
        {
          y.a = i;
          y.b = z.a;
        }
      z.a += y.a;
      z.b ^= y.b;
      x = z;
    }
  return sum (z) + x.a;
}

/* Elements of arrays by constant and by variable number. */
__attribute__ ((noipa)) int
elements (int i, int k)
{
  int a[3] = { 1, 2, 3 }, b[3];
  struct s t[2];
  a[0] = k;
  b[0] = k;
  b[1] = k + 1;
  b[2] = a[i];
  t[1].a = b[2];
  t[0].b = b[0];
  t[i & 1].b = 9;
  return a[0] + b[1] * 10 + b[2] * 100 + t[1].a + t[0].b;
}

/* Cleared, assigned to itself, taken by address in another life. */
__attribute__ ((noipa)) int
lives (int k)
{
  struct n x = { 0 };
  int r = x.s.b;
  x.s.a = k;
  x = x;
  r += x.s.a + x.i;
  {
    struct s y = { k, k };
    change (&y);
    keep = y;
  }
  x = (struct n) { .i = 2, .d = k };
  return r + x.i + x.s.a + (int) x.d + keep.a;
}

__attribute__ ((noipa)) int
odd (int k)
{
  struct bits b = { 5, 17, k }, c;
  struct chars h;
  struct packed p, q;
  struct cplx z;
  c = b;
  c.y++;
  h.c[0] = k;
  h.c[3] = 2;
  h.h = 300;
  struct chars g = h;
  p.c = 1;
  p.i = k;
  q = p;
  q.i++;
  z.c = k + 2.0i;
  z.k = 1;
  struct cplx w = z;
  __imag__ w.c += 1;
  return c.x + c.y * 10 + c.z + g.c[0] + g.c[3] + g.h + p.i + q.i + q.c + (int) __imag__ w.c + (int) __real__ z.c;
}

/* All members compared at once, as one number. */
__attribute__ ((noipa)) int
compared (int k)
{
  struct s x;
  x.a = x.b = k;
  const struct s *p = &x;
  return p && p->a == -1 && p->b == -1;
}

int
main (void)
{
  struct s s = { 3, 4 };
  printf ("%d\n", whole (3));
  printf ("%d", copies (&s, 5));
  printf (" %d %d\n", s.a, s.b);
  printf ("%d\n", holes (11));
  printf ("%d\n", views (1.5f, 0x1234567890L));
  printf ("%d\n", flow (s, 6));
  printf ("%d %d\n", elements (1, 6), elements (2, 4));
  printf ("%d\n", lives (8));
  printf ("%d\n", odd (9));
  printf ("%d %d\n", compared (-1), compared (1));
  return 0;
}

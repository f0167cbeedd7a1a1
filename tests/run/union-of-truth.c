/* What shares its place with a truth value or a number of an enumeration need not be one of its values. */
typedef union { _Bool b; unsigned char c; } truth;
typedef union { enum { FEW, MORE } e; unsigned n; } number;

static truth
make (int c)
{
  truth u;
  u.c = c;
  return u;
}

__attribute__ ((noinline)) static truth
remade (int c)
{
  truth u;
  u.b = 1;
  u = make (c);
  return u;
}

__attribute__ ((noinline)) static unsigned
numbered (unsigned n)
{
  number a, b;
  a.e = MORE;
  b.n = n;
  a = b;
  return a.n;
}

/* An enumeration that takes a byte where it is a member. */
typedef enum { C = 1, D = 2 } letter;
struct letters { letter __attribute__ ((mode (byte))) a, b; };

__attribute__ ((noinline)) static int
spelt (int k)
{
  struct letters s, t;
  s.a = k ? C : D;
  s.b = D;
  t = s;
  return 10 * t.a + t.b;
}

int
main (void)
{
  __builtin_printf ("%d %u\n", remade (0x12).c, numbered (77));
  __builtin_printf ("%d\n", spelt (1));
  return 0;
}

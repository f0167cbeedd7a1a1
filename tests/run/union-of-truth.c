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

int
main (void)
{
  __builtin_printf ("%d %u\n", remade (0x12).c, numbered (77));
  return 0;
}

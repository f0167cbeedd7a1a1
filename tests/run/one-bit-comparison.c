/* A comparison stored in a bit-field of one bit: what is true is -1 where the field is signed. */

int printf (const char *, ...);

struct flags { signed int f : 1; unsigned int u : 1; signed int two : 2; } s;

__attribute__ ((noipa)) int
compare (int v)
{
  s.f = (v & 3) > 1;
  return s.f;
}

__attribute__ ((noipa)) unsigned
unsigned_field (int v)
{
  s.u = v == 4;
  return s.u;
}

__attribute__ ((noipa)) int
two_bits (int v)
{
  s.two = v < 4;
  return s.two;
}

int
main (void)
{
  for (int v = 1; v < 5; v++)
    printf ("%d %u %d\n", compare (v), unsigned_field (v), two_bits (v));
  return 0;
}

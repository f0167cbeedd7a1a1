/* Unions and enumerations. */
union value { int i; float f; unsigned char b[4]; };
enum colour { RED, GREEN = 5, BLUE };

unsigned
bits (float f)
{
  union value v;
  v.f = f;
  return v.i ^ v.b[2];
}

enum colour
next (enum colour c)
{
  switch (c)
    {
    case RED:
      return GREEN;
    case GREEN:
      return BLUE;
    default:
      return RED;
    }
}

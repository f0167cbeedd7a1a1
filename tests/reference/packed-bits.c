/* Bit-fields and masks: read, set side by side, tested, put together. */
struct bits { unsigned int a : 3, b : 5, c : 8, d : 16; };

unsigned int
together (struct bits *p)
{
  return p->a | p->b << 3 | p->c << 8;
}

void
set (struct bits *p, unsigned int v)
{
  p->a = 1;
  p->b = 2;
  p->c = v;
}

int
flags (unsigned int v)
{
  if (v & 1)
    return v & 6 ? 3 : 2;
  return (v & 8) != 0;
}

unsigned int
swapped (unsigned int v)
{
  return v << 16 | v >> 16;
}

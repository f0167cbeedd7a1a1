/* { dg-do run } */
/* { dg-options "-O2" } */

/* What is computed of two registers with the same value moves once, out of both loops; readers of what was computed again
   in the inner loop, of that in the outer one, and of that before, read the one that is left. */

extern void abort (void);

__attribute__ ((noipa)) unsigned long hash (const unsigned *p, int rows, int columns)
{
  unsigned long h = 0;
  for (int i = 0; i < rows; i++)
    {
      h = h * 2654435761u + 0x123456;
      for (int j = 0; j < columns; j++)
        {
          unsigned v = p[i * columns + j];
          if (v & 1)
            h += (v ^ 0x9e3779b1u) * 2654435761ul;
          else
            h ^= (v + 0x9e3779b1u) * 2654435761ul + 0x123456;
          h += h >> 3 ^ 0x123456;
        }
    }
  return h;
}

__attribute__ ((noipa, optimize (0))) unsigned long slow (const unsigned *p, int rows, int columns)
{
  unsigned long h = 0;
  for (int i = 0; i < rows; i++)
    {
      h = h * 2654435761u + 0x123456;
      for (int j = 0; j < columns; j++)
        {
          unsigned v = p[i * columns + j];
          if (v & 1)
            h += (v ^ 0x9e3779b1u) * 2654435761ul;
          else
            h ^= (v + 0x9e3779b1u) * 2654435761ul + 0x123456;
          h += h >> 3 ^ 0x123456;
        }
    }
  return h;
}

int main (void)
{
  unsigned a[] = { 1, 2, 3, 4, 0x9e3779b1u, 77, 0, 8, 9, 1u << 31, 5, 6 };
  if (hash (a, 3, 4) != slow (a, 3, 4))
    abort ();
  return 0;
}

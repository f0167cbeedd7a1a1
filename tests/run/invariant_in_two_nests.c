/* A value that is invariant in one loop is needed by what is moved out of a loop after it, which is none that it is
   in. Moving it out of its own must not wait for that. */
extern int printf (const char *, ...);
volatile int v0;
short shared = 3000;
short array[8];

__attribute__ ((noipa)) long f (long a, signed char b, int x, int m)
{
  for (long i = 0; i <= 12; i++)
    {
      a &= 255;
      for (unsigned j = 0; j < 8; j++)
        {
          b = a;
          v0 = (long) ((unsigned) (b * 65535) % 2000001) - 1000000;
          shared >>= 4;
        }
    }
  if (array[b & 7] == x)
    for (char k = 0; k <= 4; k++)
      {
        array[6] &= (b | m) + b * (array[6] & 16383);
        array[6] = !v0 ? (a < array[b & 7]) - array[b & 7] : b + shared + v0 + k;
      }
  return a + b + array[6] + v0;
}

int main (void)
{
  array[6] = 321;
  printf ("%ld ", f (1000, 3, 0, 5));
  printf ("%ld\n", f (-3, 0, 0, 3));
  return 0;
}

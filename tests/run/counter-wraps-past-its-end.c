/* A counter whose first value is past the last one comes there once it has wrapped: until then it has all values,
   whatever is asked of it in the loop. */
#include <stdio.h>

static int shorts (void)
{
  unsigned short i = 65520;
  int small = 0;
  do
    {
      if (i < 100)
        small++;
      i += 7;
    }
  while (i != 65525);
  return small;
}

static int bytes (void)
{
  unsigned char i = 101;
  int small = 0;
  do
    {
      if (i < 50)
        small++;
      i += 3;
    }
  while (i != 103);
  return small;
}

static int downwards (void)
{
  unsigned char i = 103;
  int large = 0;
  do
    {
      if (i > 200)
        large++;
      i -= 3;
    }
  while (i != 101);
  return large;
}

static int leaves_early (void)
{
  unsigned long i = -16ul, rounds = 0, small = 0;
  do
    {
      if (i < 100)
        small++;
      i += 7;
    }
  while (i != -11ul && ++rounds < 9);
  return small;
}

int main (void)
{
  printf ("%d %d %d %d\n", shorts (), bytes (), downwards (), leaves_early ());
  return 0;
}

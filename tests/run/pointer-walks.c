/* Values that depend on each other around a loop: what an operand's definition computes from may still change while a
   propagation is under way, although the operand has not.  */
#include <stdio.h>

static long to_equals (char *p, char *ep)
{
  char *q = p;
  while (q < ep && *q != '=')
    q++;
  return q - p;
}

static long steps_of_two (short *p, short *end)
{
  short *q = p;
  while (q != end && *q)
    q += 2;
  return q - p;
}

static long back_to_slash (const char *start, const char *p)
{
  const char *q = p;
  while (q > start && q[-1] != '/')
    q--;
  return p - q;
}

static unsigned apart (unsigned n, unsigned seed)
{
  unsigned a = seed, b;
  do
    {
      b = a + 1;
      a = b;
    }
  while (b - seed < n);
  return b - seed;
}

static int masks (int n)
{
  int a = 8, last = 0;
  for (int i = 0; i < n; i++)
    {
      int b = a | 1;
      last = b & 7;
      a = b + 3;
    }
  return last;
}

int main (void)
{
  char line[] = "abcdef=x";
  short shorts[] = { 1, 2, 3, 4, 0, 6 };
  printf ("%ld\n", to_equals (line, line + 8));
  printf ("%ld\n", steps_of_two (shorts, shorts + 6));
  printf ("%ld\n", back_to_slash (line, line + 5));
  printf ("%u %u\n", apart (10, 4000000000u), apart (0, 3));
  printf ("%d %d %d\n", masks (0), masks (1), masks (4));
  return 0;
}

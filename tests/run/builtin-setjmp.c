/* __builtin_setjmp and __builtin_longjmp: the call comes back with 1, and what is in memory stays. */
#include <stdio.h>

static void *buffer[5];
static int depth;

__attribute__ ((noinline)) static void down (int n)
{
  depth++;
  if (n == 0)
    __builtin_longjmp (buffer, 1);
  down (n - 1);
}

__attribute__ ((noinline)) static int tries (int limit)
{
  volatile int count = 0;
  if (__builtin_setjmp (buffer) == 0)
    printf ("first\n");
  else
    printf ("back from %d\n", depth);
  if (count++ < limit)
    down (count);
  return count;
}

int main (void)
{
  printf ("%d\n", tries (3));
  return 0;
}

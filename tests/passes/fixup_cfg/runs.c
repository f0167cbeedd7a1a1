/* { dg-do run } */
/* { dg-options "-O2" } */

/* What is found out about functions holds in the run. */
#include <stdlib.h>
static int n;
static __attribute__ ((noinline)) void leave (int code) { exit (code); }
static __attribute__ ((noinline)) int read_n (int x) { return n + x; }
__attribute__ ((noipa)) int f (int x)
{
  n = x;
  int a = read_n (1);
  n = a;
  if (read_n (0) != x + 1)
    leave (1);
  return a;
}
int main (void)
{
  if (f (3) != 4)
    return 2;
  leave (0);
  return 3;
}

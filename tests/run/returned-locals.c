/* The address of a variable of the function returned is a null pointer, as GCC has it. */
#include <stdio.h>
static int *__attribute__ ((noinline)) whole (void) { int x = 1; return &x; }
static int *__attribute__ ((noinline)) element (void) { int x[3] = { 1 }; return x + 1; }
static int *__attribute__ ((noinline)) parameter (int x) { return &x; }
static long __attribute__ ((noinline)) number (int x) { return (long) &x; }
static int *__attribute__ ((noinline)) lasting (void) { static int x = 4; return &x; }

int main (void)
{
  printf ("%d %d %d %d %d\n", whole () == 0, element () == 0, parameter (3) == 0, number (3) == 0, *lasting ());
  return 0;
}

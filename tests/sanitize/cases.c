/* Cases of undefined behaviour, each with its defined twin: the program runs the one that its argument names by number, and
   prints the name afterwards. Those that end in _bad are to end the program.  */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile int zero, one = 1, minus_one = -1, most = INT_MAX, least = INT_MIN, width = 32, ten = 10;
volatile long furthest = LONG_MIN;
volatile double big = 3e9, dzero;
int v[10], m[3][4];
struct last { int n; int a[2]; } many[4];
volatile int sink;
char bytes[16];
_Bool truth;

#define CASE(NAME, ...) __attribute__ ((noinline)) static void NAME (void) { __VA_ARGS__; }
#include "cases.h"
#undef CASE
#define CASE(NAME, ...) { #NAME, NAME },
static const struct { const char *name; void (*run) (void); } cases[] = {
#include "cases.h"
};

int main (int argc, char **argv)
{
  int number = argc > 1 ? atoi (argv[1]) : -1;
  if (number < 0 || number >= (int) (sizeof cases / sizeof *cases))
    return 3;
  cases[number].run ();
  puts (cases[number].name);
  return 0;
}

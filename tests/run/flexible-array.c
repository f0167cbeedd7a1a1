/* A structure that ends with an array of unknown length is as long as its initialiser makes it: an element that is not
   counted out may be any of them, also where the structure's own size has room for one only. */
#include <stdio.h>

struct s
{
  long a;
  int b;
  int tab[];
};

struct s val = { 0, 0, { 42, 1337, 7 } };
__attribute__ ((noinline)) int either (int i)
{
  int first = val.tab[0];
  return first * 10000 + val.tab[i];
}

__attribute__ ((noinline)) int stored (int i)
{
  val.tab[0] = 1;
  val.tab[i] = 2;
  return val.tab[0] * 10 + val.tab[1];
}

int main (void)
{
  printf ("%d %d\n", either (0), either (1));
  printf ("%d\n", stored (1));
  return 0;
}

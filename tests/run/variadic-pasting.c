/* What stands at the ends of __VA_OPT__ groups is pasted, or kept apart. */
#include <stdio.h>
#define STR(...) #__VA_ARGS__
#define SHOW(...) puts (STR (__VA_ARGS__))
#define BOTH(x, ...) x##__VA_OPT__ (x)##x
#define NONE(...) int __VA_OPT__ ()##f
#define LEFT(x, ...) x##__VA_OPT__ (1 2)
#define RIGHT(x, ...) __VA_OPT__ (1 x)##x
#define APART(...) __VA_OPT__ (a)__VA_OPT__ (b)c

int main (void)
{
  SHOW (BOTH (r, 1, 2));
  SHOW (BOTH (r));
  SHOW (NONE (1));
  SHOW (LEFT (p, 5));
  SHOW (RIGHT (q, 5));
  SHOW (APART (1));
  int rrr = 4;
  NONE () = 5;
  return BOTH (r, 1) + f - 9;
}

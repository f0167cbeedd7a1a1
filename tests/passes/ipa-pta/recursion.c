/* { dg-do run } */
/* { dg-options "-O2 -fipa-pta -fno-ipa-modref" } */
/* A pointer to a variable of the same function, but of a call that has not returned. */
extern void abort (void);
static int __attribute__ ((noinline)) f (int depth, int *up)
{
  int own = depth;
  if (depth == 0)
    {
      *up = 42;
      return own;
    }
  f (depth - 1, &own);
  return own;
}
int main (void) { int a = 0; if (f (1, &a) != 42 || f (2, &a) != 2 || a) abort (); return 0; }

/* A branch has the note of the probability that the tree passes guessed, on the scale of RTL. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */
extern int g (int);
int f (int a, int b)
{
  if (__builtin_expect (a > b, 0))
    return g (a);
  while (b > 3)
    b = g (b);
  return b;
}

/* { dg-final { scan-rtl-dump-times "REG_BR_PROB 107374188" 1 "expand" } } */
/* { dg-final { scan-rtl-dump-times "REG_BR_PROB 955630228" 2 "expand" } } */

/* { dg-do run } */
/* { dg-options "-O2" } */

/* Operands of an asm that are no scalars but fit a register. */
struct pair { short a, b; };

static _Complex float __attribute__ ((noinline)) through (_Complex float x)
{
  _Complex float y;
  asm ("mv %0, %1" : "=r" (y) : "r" (x));
  return y;
}

static struct pair __attribute__ ((noinline)) both (struct pair p)
{
  asm ("" : "+r" (p));
  return p;
}

int main (void)
{
  _Complex float y = through (1.5f + 2.5fi);
  struct pair p = both ((struct pair) { 3, -4 });
  return !(__real__ y == 1.5f && __imag__ y == 2.5f && p.a == 3 && p.b == -4);
}

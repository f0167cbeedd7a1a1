/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

/* A volatile variable is in memory, small as it is, and each access stays one; so is one whose address is taken. */
extern void use (long *);

long number (void)
{
  volatile long x = 1;
  x = x + 1;
  return x;
}

struct small { int a, b; };

int part (void)
{
  volatile struct small s;
  s.a = 1;
  return s.a + s.b;
}

long taken (void)
{
  long y = 3;
  use (&y);
  return y;
}

/* { dg-final { scan-rtl-dump-times {\(set \(mem/v/c:DI} 2 "expand" } } */
/* { dg-final { scan-rtl-dump-times {\(mem/v/c:DI \(plus:DI \(reg/f:DI [0-9]+ virtual-stack-vars} 4 "expand" } } */
/* { dg-final { scan-rtl-dump-times {\(mem/v/c:SI} 3 "expand" } } */
/* { dg-final { scan-rtl-dump-not {reg/v:[SD]I [0-9]+ \[ [xsy] \]} "expand" } } */

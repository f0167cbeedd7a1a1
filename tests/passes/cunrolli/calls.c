/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-cunrolli-details" } */

/* Little comes of it where most of a loop is a call. */
int g (int);
int h (int) __attribute__ ((const));

int each (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      s += g (s);
  return s;
}

int pure (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      s += h (s);
  return s;
}

/* { dg-final { scan-tree-dump "Not unrolling loop 2: contains call and code would grow\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "Not unrolling loop 2: contains just pure calls and code would grow\\." "cunrolli" } } */

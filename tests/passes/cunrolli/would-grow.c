/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cunrolli-details" } */

/* Of what is called nothing goes. */
int g (int);

int thrice (int n)
{
  for (int i = 0; i < 3; i++)
    n += g (n);
  return n;
}

/* { dg-final { scan-tree-dump "Not unrolling loop 1: size would grow\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump-not "unrolled" "cunrolli" } } */

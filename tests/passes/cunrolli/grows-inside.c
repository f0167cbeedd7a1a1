/* { dg-do run } */
/* { dg-options "-O3 -fdump-tree-cunrolli-details" } */

/* At -O3 a loop within another may grow, one in no other may not. */
int c[6];

__attribute__ ((noipa)) int before (int n, int *p)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 3; i++)
      {
	if (p[i] == j)
	  break;
	s += p[i];
      }
  return s;
}

__attribute__ ((noipa)) int alone (int *p)
{
  int s = 0;
  for (int i = 0; i < 5; i++)
    s = s * p[i] + c[i];
  return s;
}

int main (void)
{
  int p[] = { 1, 2, 3, 4, 5 };
  if (before (5, p) != 6 + 0 + 1 + 3 + 6 || before (0, p) != 0 || before (1, p) != 6)
    __builtin_abort ();
  c[0] = c[4] = 1;
  if (alone (p) != 121)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "completely unrolled" 1 "cunrolli" } } */
/* { dg-final { scan-tree-dump "loop with 3 iterations completely unrolled" "cunrolli" } } */
/* { dg-final { scan-tree-dump "Not unrolling loop 1: size would grow\\." "cunrolli" } } */

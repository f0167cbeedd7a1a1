/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-cunrolli-details" } */

/* One round for each loop: the inner one's constants make the one around it smaller. */
int b[4][3];

__attribute__ ((noipa)) int sum (int n)
{
  int s = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 2; k++)
	s += b[i][j + k] * n;
  return s;
}

int main (void)
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++)
      b[i][j] = i + j;
  return sum (2) != 80;
}

/* { dg-final { scan-tree-dump-times "optimized: loop with 2 iterations completely unrolled" 2 "cunrolli" } } */
/* { dg-final { scan-tree-dump "Loop 3 iterates 2 times\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "Loop 2 iterates 2 times\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "size: 13-3, last_iteration: 2-2" "cunrolli" } } */
/* { dg-final { scan-tree-dump "Not unrolling loop 1: size would grow\\." "cunrolli" } } */

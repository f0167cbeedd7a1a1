/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-cunrolli-details" } */

/* Three times round: the tests go from the copies, and the indices are constants then. */
int b[10][3];

__attribute__ ((noipa)) int sum (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      s += b[i][j];
  return s;
}

int main (void)
{
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 3; j++)
      b[i][j] = i * 3 + j;
  if (sum (10) != 435 || sum (0) != 0 || sum (1) != 3)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "Loop 2 iterates 3 times\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "size: 5-3, last_iteration: 2-2" "cunrolli" } } */
/* { dg-final { scan-tree-dump "  Estimated size after unrolling: 4" "cunrolli" } } */
/* { dg-final { scan-tree-dump "inner-constant\\.c:11:23: optimized: loop with 3 iterations completely unrolled .header execution count 268435456." "cunrolli" } } */
/* { dg-final { scan-tree-dump "Exit condition of peeled iterations was eliminated\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "Last iteration exit edge was proved true\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "Forced exit to be taken: if .0 != 0." "cunrolli" } } */
/* { dg-final { scan-tree-dump "= b.i_\[0-9\]+..0.;" "cunrolli" } } */
/* { dg-final { scan-tree-dump "= b.i_\[0-9\]+..1.;" "cunrolli" } } */
/* { dg-final { scan-tree-dump "= b.i_\[0-9\]+..2.;" "cunrolli" } } */
/* { dg-final { scan-tree-dump "local count: 268435457" "cunrolli" } } */

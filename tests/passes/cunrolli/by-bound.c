/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-cunrolli-details" } */

/* How often is not known, but an array of two elements is not stored to a third time. */
struct { int v[2]; } x = { { 1, 1 } };

__attribute__ ((noipa)) void clear (int n)
{
  for (int i = 0; i < n; i++)
    x.v[i] = 0;
}

int main (void)
{
  clear (0);
  if (x.v[0] != 1)
    __builtin_abort ();
  clear (1);
  if (x.v[0] != 0 || x.v[1] != 1)
    __builtin_abort ();
  clear (2);
  return x.v[1];
}

/* { dg-final { scan-tree-dump "Loop 1 iterates at most 2 times\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump-not "Loop 1 iterates 2 times" "cunrolli" } } */
/* { dg-final { scan-tree-dump "optimized: loop with 2 iterations completely unrolled .header execution count 159072864." "cunrolli" } } */
/* { dg-final { scan-tree-dump "Forced statement unreachable: x\\.v.i_\[0-9\]+. = 0;" "cunrolli" } } */
/* { dg-final { scan-tree-dump-not "Exit condition of peeled iterations was eliminated" "cunrolli" } } */
/* { dg-final { scan-tree-dump "Last iteration exit edge was proved true\\." "cunrolli" } } */

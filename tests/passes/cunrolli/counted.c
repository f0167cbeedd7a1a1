/* { dg-do run } */
/* { dg-options "-O2 -fdbg-cnt=gimple_unroll:1 -fdump-tree-cunrolli-optimized" } */
/* { dg-prune-output "dbgcnt" } */

/* The debug counter lets one loop be unrolled. */
int a[2], b[2];

__attribute__ ((noipa)) void first (int k)
{
  for (int i = 0; i < 2; i++)
    a[i] = k;
}

__attribute__ ((noipa)) void second (int k)
{
  for (int i = 0; i < 2; i++)
    b[i] = k;
}

int main (void)
{
  first (1);
  second (2);
  return a[0] + a[1] + b[0] + b[1] != 6;
}

/* { dg-final { scan-tree-dump-times "completely unrolled" 1 "cunrolli" } } */

/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-cunrolli-details" } */

/* The second element is not there: the loop is left in its first round. */
int a[1] = { 5 };

__attribute__ ((noipa)) int last (int n)
{
  int s = 0, i = 0;
  do
    s += a[i];
  while (++i < n);
  return s;
}

int main (void)
{
  return last (1) != 5 || last (0) != 5;
}

/* { dg-final { scan-tree-dump "Loop 1 iterates at most 0 times\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "optimized: loop turned into non-loop; it never loops" "cunrolli" } } */

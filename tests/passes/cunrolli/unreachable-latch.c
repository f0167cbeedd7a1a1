/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-cunrolli-details" } */

/* There is one element, so it is found, or the program does what it must not; no test stands before the way back. */
int a[1] = { 7 }, odd;

__attribute__ ((noipa)) int find (int k)
{
  for (int i = 0;; i++)
    {
      if (a[i] == k)
	return i + odd;
      if (k & 1)
	odd++;
    }
}

int main (void)
{
  return find (7);
}

/* { dg-final { scan-tree-dump "Loop 1 iterates at most 0 times\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "loop turned into non-loop; it never loops" "cunrolli" } } */
/* { dg-final { scan-tree-dump "Latch of last iteration was marked by __builtin_unreachable \\(\\)\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "  __builtin_unreachable \\(\\);" "cunrolli" } } */

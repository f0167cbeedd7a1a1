/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-cunrolli-details" } */

/* What is read from a constant array by a constant index goes, too. */
static const int w[2] = { 3, 4 };

__attribute__ ((noipa)) int weigh (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      s += w[j] * i;
  return s;
}

int main (void)
{
  return weigh (4) != 42;
}

/* { dg-final { scan-tree-dump "   Constant expression will be folded away\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "size: 6-4, last_iteration: 2-2" "cunrolli" } } */
/* { dg-final { scan-tree-dump " = i_\[0-9\]+ . 3;" "cunrolli" } } */
/* { dg-final { scan-tree-dump " = i_\[0-9\]+ . 4;" "cunrolli" } } */

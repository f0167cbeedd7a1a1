/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cunrolli-details" } */

int a[17];

void fill (int k)
{
  for (int i = 0; i < 17; i++)
    a[i] = k;
}

/* { dg-final { scan-tree-dump "Loop 1 iterates 17 times\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "Not unrolling loop 1 .--param max-completely-peel-times limit reached.\\." "cunrolli" } } */
